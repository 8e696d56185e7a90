import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIFECYCLES, type StateOf } from '../../../src/registry/states.js';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame, readyVersion, refusal } from '../../publishing.js';
import { coveredMod, mutate, type Release } from '../catalog/lifecycle-mods.js';
import { from, newAddress } from '../identity/rate-limiting.js';

const GAME = 'model';
const VERSIONS = 3;
const MUTATIONS = {
  archive: 'archiveModVersion',
  withdraw: 'withdrawModVersion',
  restore: 'restoreModVersion',
  delete: 'deleteModVersion',
} as const;

type State = StateOf<'modVersion'>;
type Step = keyof typeof MUTATIONS | 'publish' | 'rollback';

/** The state after a step by the registry, or null if the registry forbids the step. */
function nextState(state: State, step: Step): State | null {
  if (step === 'rollback') return state === 'published' ? 'withdrawn' : null;
  const { from, to } = LIFECYCLES.modVersion.events[step];
  return from.includes(state) ? to : null;
}

/** The status of a download of a version in this state. */
function downloadOf(state: State): number {
  if (state === 'published' || state === 'archived') return 200;
  return state === 'withdrawn' || state === 'deleted' ? 410 : 404;
}

const steps = fc.array(
  fc.record({
    step: fc.constantFrom<Step>('publish', 'archive', 'withdraw', 'restore', 'rollback', 'delete'),
    which: fc.nat(VERSIONS - 1),
  }),
  { minLength: 10, maxLength: 16 },
);

describe('random sequences of version steps (Spec 3.1)', () => {
  const world = useWorld({ TRUST_PROXY: 'loopback' });
  let alice: Creator;

  beforeAll(async () => {
    await newGame(world, GAME);
    alice = await world.creator('alice');
    await coveredMod(world, alice, GAME);
  });

  async function take(modId: string, step: Step, { versionId }: Release): Promise<string> {
    if (step !== 'publish' && step !== 'rollback') return mutate(alice, MUTATIONS[step], versionId);
    const answer = await alice.post(`/mods/${modId}/versions/${versionId}/${step}`);
    return answer.status === 200 ? answer.body.data.status : refusal(answer);
  }

  /** Compares the catalog, the mod and each download with the given states. */
  async function compare(
    modId: string,
    made: readonly Release[],
    states: readonly State[],
    order: readonly number[],
  ) {
    const published = order.filter((which) => states[which] === 'published');
    const list = await world.anon.get(`/mods?game_slug=${GAME}&limit=100`);
    const entry = list.body.data.find((mod: Json) => mod.id === modId) ?? null;
    // The versions were created in the order of their strings.
    const highest = published.length > 0 ? Math.max(...published) : null;
    expect(entry?.latest_release.id ?? null).toBe(
      highest === null ? null : made[highest]?.versionId,
    );
    const isKnown = published.length > 0 || states.includes('archived');
    const versions = await world.anon.get(`/mods/${modId}/versions`);
    const shown = isKnown ? versions.body.data.map((it: Json) => it.id) : refusal(versions);
    const expected = published.toReversed().map((which) => made[which]?.versionId);
    expect(shown).toEqual(isKnown ? expected : '404 not_found');
    const downloads = await Promise.all(
      made.map(
        async ({ artifactId }) =>
          (await world.anon.post(`/downloads/${artifactId}/resolve`, undefined, from(newAddress())))
            .status,
      ),
    );
    expect(downloads).toEqual(states.map(downloadOf));
  }

  it('the catalog lists the published versions, the highest one is the latest release, and downloads follow the version state', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const modId = await coveredMod(world, alice, GAME);
        const made: Release[] = [];
        for (let nth = 1; nth <= VERSIONS; nth += 1) {
          made.push(await readyVersion(world, alice, modId, { version: `${nth}.0.0` }));
        }
        const states: State[] = made.map(() => 'ready');
        const order: number[] = [];
        for (const { step, which } of script) {
          const release = made[which];
          const state = states[which];
          if (!release || !state) throw new Error('no such version');
          const next = nextState(state, step);
          const answer = await take(modId, step, release);
          if (next === null)
            expect(answer).toMatch(/invalid_state_transition|version_not_ready|gone/);
          else expect(answer).toBe(next);
          states[which] = next ?? state;
          if (step === 'publish' && next) order.push(which);
          await compare(modId, made, states, order);
        }
      }),
      { numRuns: 6 },
    );
  }, 120_000);
});
