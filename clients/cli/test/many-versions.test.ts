import { type Client, ProblemError } from '@modport/client';
import { describe, expect, it } from 'vitest';
import { resolveKeeping } from '../src/install/keep-versions.js';
import type { LockedFile, LockedRequest } from '../src/install/lockfile.js';
import { type Pin, planSession } from '../src/install/plan-session.js';

interface Body {
  readonly mod_ids: readonly string[];
  readonly versions: readonly { readonly mod_id: string; readonly version_id: string }[];
}

const fileOf = (mod_id: string): LockedFile => ({
  path: `${mod_id}.zip`,
  sha256: '0'.repeat(64),
  size_bytes: 1,
  artifact_id: mod_id,
  mod_id,
  slug: mod_id,
  version_id: `${mod_id}-old`,
  version: '1.0.0',
  role: 'required',
});

const requestFor = (mods: readonly string[]): LockedRequest => ({
  game_slug: 'game',
  game_version: null,
  loader: null,
  platform: null,
  release_channel: 'release',
  include_optional: false,
  mods: mods.map((mod_id) => ({ mod_id, version_id: null })),
});

/**
 * A service in which the mod `new` requires `installed`. Each mod has a newer version than the
 * installed one, and a plan exists if `isPossible` returns true for the pins. Else the conflict names
 * the mods of `conflictOf`.
 */
function serviceWith(
  installed: readonly string[],
  isPossible: (pins: Body['versions']) => boolean,
  conflictOf: (pins: Body['versions']) => readonly string[] = () => ['new'],
) {
  const sizes: number[] = [];
  const client = {
    post: async (_path: string, { body }: { readonly body: Body }) => {
      const { mod_ids, versions } = body;
      sizes.push(mod_ids.length + versions.length);
      const isResolved = isPossible(versions);
      const pinned = new Map(versions.map((one) => [one.mod_id, one.version_id]));
      const items = ['new', ...installed].map((mod_id) => ({
        item_id: mod_id,
        mod_id,
        version_id: pinned.get(mod_id) ?? `${mod_id}-newest`,
        role: mod_ids.includes(mod_id) || pinned.has(mod_id) ? 'selected' : 'required',
        embedded_in: null,
      }));
      const dependency_constraints = installed.map((mod_id) => ({
        from_item_id: 'new',
        kind: 'required',
        satisfied_by_item_id: mod_id,
      }));
      const data = {
        plan_id: 'plan',
        status: isResolved ? 'resolved' : 'unsatisfiable',
        items: isResolved ? items : [],
        dependency_constraints,
        conflicts: isResolved ? [] : [{ mod_ids: conflictOf(versions), explanation: '' }],
      };
      return { body: { data } };
    },
  };
  return { client: client as unknown as Client, sizes };
}

const { signal } = new AbortController();

/** The plan for a request in which no mod may be left out. */
function planFor(client: Client, request: LockedRequest, files: readonly LockedFile[]) {
  const wish = { client, request, signal, optional: new Set<string>(), installed: files };
  return resolveKeeping(planSession(wish), { files });
}

const problemAbout = (id: string, code: string) =>
  new ProblemError({ code, status: 404, detail: `There is no mod ${id}.` } as ProblemError);
const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `mod${at}.`);

describe('a plan that keeps the versions of many mods', () => {
  it('a plan that keeps many versions moves only the mod that must move, also if no conflict names it', async () => {
    const names = namesOf(40);
    const culprit = 'mod17.';
    const isPossible = (pins: Body['versions']) => pins.every(({ mod_id }) => mod_id !== culprit);
    const { client, sizes } = serviceWith(names, isPossible);
    const kept = names.map(fileOf);
    for (const mods of [['new', ...names], ['new']]) {
      const { items } = await planFor(client, requestFor(mods), kept);
      const moved = items.filter(({ version_id }) => version_id.endsWith('newest'));
      expect(moved.map(({ mod_id }) => mod_id)).toEqual(['new', culprit]);
    }
    expect(sizes.length).toBeLessThan(40);
  });

  it('a mod with many files takes no more plans than one with a single file', async () => {
    const isPossible = (pins: Body['versions']) => pins.every(({ mod_id }) => mod_id !== 'mover');
    const callsFor = async (files: number) => {
      const { client, sizes } = serviceWith(['mover', 'other'], isPossible);
      const movers = Array.from({ length: files }, () => fileOf('mover'));
      await planFor(client, requestFor(['new']), [...movers, fileOf('other')]);
      return sizes.length;
    };
    expect(await callsFor(20)).toBe(await callsFor(1));
  });

  it('a plan that keeps versions exists although a mod has no version but the installed one', async () => {
    const names = namesOf(3);
    const isPossible = (pins: Body['versions']) => pins.some(({ mod_id }) => mod_id === names[1]);
    const { client } = serviceWith(names, isPossible);
    for (const mods of [['new', ...names], ['new']]) {
      const plan = planFor(client, requestFor(mods), names.map(fileOf));
      const versions = (await plan).items.map(({ version_id }) => version_id);
      expect(versions).toEqual(['new-newest', ...names.map((name) => `${name}-old`)]);
    }
  });

  it('a plan of newest versions pins only a mod that has no version but the installed one', async () => {
    const names = namesOf(3);
    const isPossible = (pins: Body['versions']) => pins.some(({ mod_id }) => mod_id === names[1]);
    const { client } = serviceWith(names, isPossible, () => [names[1] ?? '']);
    const files = names.map(fileOf);
    const wish = { client, signal, optional: new Set(names), installed: files };
    const session = planSession({ ...wish, request: requestFor(['new', ...names]) });
    const { items } = await resolveKeeping(session, { files, isLastResort: true });
    const old = items.filter(({ version_id }) => version_id.endsWith('-old'));
    expect(old.map(({ mod_id }) => mod_id)).toEqual([names[1]]);
    expect(session.aside.size).toBe(0);
  });

  it.each([1, 20])(
    'a plan exists although mods (%i) have no version but the installed one and another one must move',
    async (count) => {
      const archived = namesOf(count);
      const names = [...archived, 'mover', 'other'];
      const missing = (pins: Body['versions']) =>
        archived.find((name) => pins.every(({ mod_id }) => mod_id !== name));
      const isMoverFree = (pins: Body['versions']) =>
        pins.every(({ mod_id }) => mod_id !== 'mover');
      const { client } = serviceWith(
        names,
        (pins) => missing(pins) === undefined && isMoverFree(pins),
        (pins) => [missing(pins) ?? 'mover', 'new'],
      );
      for (const mods of [['new', ...names], ['new']]) {
        const plan = planFor(client, requestFor(mods), names.map(fileOf));
        const moved = (await plan).items.filter(({ version_id }) => version_id.endsWith('newest'));
        expect(moved.map(({ mod_id }) => mod_id)).toEqual(['new', 'mover']);
      }
    },
  );

  it('a plan that keeps more versions than a request may name keeps as many as it may', async () => {
    const names = namesOf(600);
    const { client, sizes } = serviceWith(names, () => true);
    const { items } = await planFor(client, requestFor(['new']), names.map(fileOf));
    expect(items.filter(({ version_id }) => version_id.endsWith('old'))).toHaveLength(499);
    expect(Math.max(...sizes)).toBe(500);
  });
});

describe('a plan that leaves out installed mods', () => {
  /** The outcome of a plan for `new` and two installed mods, in a service with these responses. */
  async function outcome(respond: (ids: readonly string[]) => object) {
    const client = {
      post: async (_path: string, { body }: { readonly body: Body }) => {
        const ids = [...body.mod_ids, ...body.versions.map(({ mod_id }) => mod_id)];
        const items = ids.map((mod_id) => ({ item_id: mod_id, mod_id, version_id: 'v' }));
        const plan = { plan_id: 'plan', status: 'resolved', items, dependency_constraints: [] };
        return { body: { data: { ...plan, conflicts: [], ...respond(ids) } } };
      },
    } as unknown as Client;
    const installed = ['old', 'other'].map(fileOf);
    const request = requestFor(['new', 'old', 'other']);
    const optional = new Set(['old', 'other']);
    const session = planSession({ client, request, signal, optional, installed });
    const plan = await resolveKeeping(session, { files: installed }).catch((error) => error);
    return { plan, aside: [...session.aside] };
  }

  const conflictOf = (...mod_ids: string[]) => ({
    status: 'unsatisfiable',
    conflicts: [{ mod_ids, explanation: 'they conflict' }],
  });

  it('an installed mod that conflicts with the named one is not left out', async () => {
    const { plan, aside } = await outcome((ids) =>
      ids.includes('new') ? conflictOf('new', 'old') : {},
    );
    expect(plan).toMatchObject({ code: 'plan_unsatisfiable' });
    expect(aside).toEqual([]);
  });

  it('an installed mod for which no plan exists is left out, and the others are planned', async () => {
    const { plan, aside } = await outcome((ids) => (ids.includes('old') ? conflictOf('old') : {}));
    expect(plan.items.map(({ mod_id }: Pin) => mod_id)).toEqual(['new', 'other']);
    expect(aside).toEqual([['old', 'not_installable']]);
  });

  it('all installed mods that need a lost library are left out with one plan for each', async () => {
    const users = namesOf(40);
    let calls = 0;
    const client = {
      post: async (_path: string, { body }: { readonly body: Body }) => {
        calls += 1;
        const ids = [...body.mod_ids, ...body.versions.map(({ mod_id }) => mod_id)];
        const lost = ids.find((id) => id !== 'alone');
        const items = [{ item_id: 'alone', mod_id: 'alone', version_id: 'v' }];
        const plan = { plan_id: 'plan', status: 'resolved', items, dependency_constraints: [] };
        const data = lost === undefined ? plan : { ...plan, ...conflictOf(lost) };
        return { body: { data } };
      },
    } as unknown as Client;
    const files = [...users, 'alone'].map(fileOf);
    const request = requestFor([...users, 'alone']);
    const optional = new Set([...users, 'alone']);
    const session = planSession({ client, request, signal, optional, installed: files });
    const { items } = await resolveKeeping(session, { files });
    expect(items.map(({ mod_id }) => mod_id)).toEqual(['alone']);
    expect([...session.aside.keys()].toSorted()).toEqual(users.toSorted());
    expect(calls).toBeLessThan(users.length + 40);
  });

  it.each(['gone', 'not_found'])('the refusal %s of a named mod is reported', async (code) => {
    const { plan, aside } = await outcome((ids) => {
      if (ids.includes('new')) throw problemAbout('new', code);
      return {};
    });
    expect([plan.code, aside]).toEqual([code, []]);
  });
});
