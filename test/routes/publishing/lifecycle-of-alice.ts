import { beforeAll } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { newGame, refusal } from '../../publishing.js';
import { coveredMod, type Release, seededReleases } from '../catalog/lifecycle-mods.js';
import { from, newAddress } from '../identity/rate-limiting.js';

export const GAME = 'lifecycle';

// `useLifecycle` sets these before the tests of each file.
export let world: World;
export let alice: Creator;

/** Starts the service of a test file with a game and the cover that its mods copy. */
export function useLifecycle(): void {
  world = useWorld({ TRUST_PROXY: 'loopback' });
  beforeAll(async () => {
    await newGame(world, GAME);
    alice = await world.creator('alice');
    await coveredMod(world, alice, GAME);
  });
}

/** The first of some releases. */
export function first(of: readonly Release[]): Release {
  const [release] = of;
  if (!release) throw new Error('nothing was released');
  return release;
}

/** Creates a mod with this number of published versions. */
export async function published(count: number) {
  const { modId, made } = await seededReleases(world, alice, GAME, count);
  return { modId, made, only: first(made), newest: first(made.toReversed()) };
}

/** Whether the mod list has a mod. */
export async function listed(modId: string): Promise<boolean> {
  const { body } = await world.anon.get(`/mods?game_slug=${GAME}&limit=100`);
  return body.data.some((mod: Json) => mod.id === modId);
}

/** The version string of the latest release. */
export async function latestOf(modId: string): Promise<string | null> {
  return (await alice.get(`/mods/${modId}`)).body.data.latest_release?.version ?? null;
}

/** Downloads from a new address, which has no other downloads; returns the status. */
export async function download({ artifactId }: Release): Promise<number> {
  const path = `/downloads/${artifactId}/resolve`;
  return (await world.anon.post(path, undefined, from(newAddress()))).status;
}

/** The versions of an install plan, or the refusal. */
export async function planned(body: object) {
  const answer = await world.anon.post('/install-plans:resolve', { game_slug: GAME, ...body });
  return answer.body.data?.items.map((it: Json) => it.version) ?? refusal(answer);
}

/** Rolls a version back. */
export const rollback = (modId: string, { versionId }: Pick<Release, 'versionId'>) =>
  alice.post(`/mods/${modId}/versions/${versionId}/rollback`);
