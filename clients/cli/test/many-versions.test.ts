import type { Client } from '@modport/client';
import { describe, expect, it } from 'vitest';
import { resolveKeeping } from '../src/install/keep-versions.js';
import type { LockedFile, LockedRequest } from '../src/install/lockfile.js';

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
const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `mod${at}.`);

describe('a plan that keeps the versions of many mods', () => {
  it('a plan that keeps many versions moves only the mod that must move, also if no conflict names it', async () => {
    const names = namesOf(40);
    const culprit = 'mod17.';
    const isPossible = (pins: Body['versions']) => pins.every(({ mod_id }) => mod_id !== culprit);
    const { client, sizes } = serviceWith(names, isPossible);
    const kept = names.map(fileOf);
    for (const mods of [['new', ...names], ['new']]) {
      const { items } = await resolveKeeping(client, requestFor(mods), kept, signal);
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
      await resolveKeeping(client, requestFor(['new']), [...movers, fileOf('other')], signal);
      return sizes.length;
    };
    expect(await callsFor(20)).toBe(await callsFor(1));
  });

  it('a plan that keeps versions exists although a mod has no version but the installed one', async () => {
    const names = namesOf(3);
    const isPossible = (pins: Body['versions']) => pins.some(({ mod_id }) => mod_id === names[1]);
    const { client } = serviceWith(names, isPossible);
    for (const mods of [['new', ...names], ['new']]) {
      const plan = resolveKeeping(client, requestFor(mods), names.map(fileOf), signal);
      const versions = (await plan).items.map(({ version_id }) => version_id);
      expect(versions).toEqual(['new-newest', ...names.map((name) => `${name}-old`)]);
    }
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
        const plan = resolveKeeping(client, requestFor(mods), names.map(fileOf), signal);
        const moved = (await plan).items.filter(({ version_id }) => version_id.endsWith('newest'));
        expect(moved.map(({ mod_id }) => mod_id)).toEqual(['new', 'mover']);
      }
    },
  );

  it('a plan that keeps more versions than a request may name keeps as many as it may', async () => {
    const names = namesOf(600);
    const { client, sizes } = serviceWith(names, () => true);
    const { items } = await resolveKeeping(client, requestFor(['new']), names.map(fileOf), signal);
    expect(items.filter(({ version_id }) => version_id.endsWith('old'))).toHaveLength(499);
    expect(Math.max(...sizes)).toBe(500);
  });

  /**
   * The items and roles of a plan of the mod `new` that keeps two others. `said` are dependencies,
   * such as `new required library`.
   */
  async function keptItems(
    items: readonly { item_id: string; mod_id: string; role: string }[],
    said: readonly string[],
  ): Promise<string[]> {
    const dependency_constraints = said.map((one) => {
      const [from_item_id, kind, satisfied_by_item_id] = one.split(' ');
      return { from_item_id, kind, satisfied_by_item_id };
    });
    const client = {
      post: async (_path: string, { body }: { readonly body: Body }) => {
        const pinned = new Set(body.versions.map(({ mod_id }) => mod_id));
        const versioned = items.map((item) => ({
          ...item,
          version_id: `${item.mod_id}-${pinned.has(item.mod_id) ? 'old' : 'newest'}`,
          embedded_in: null,
        }));
        const more = { items: versioned, dependency_constraints, conflicts: [] };
        return { body: { data: { plan_id: 'plan', status: 'resolved', ...more } } };
      },
    } as unknown as Client;
    const request = { ...requestFor(['new']), include_optional: true };
    const plan = await resolveKeeping(client, request, ['library', 'unused'].map(fileOf), signal);
    return plan.items.map(({ item_id, role }) => `${item_id} ${role}`);
  }

  it('a plan that keeps versions has the optional files of needed mods, and no others', async () => {
    const items = [
      { item_id: 'new', mod_id: 'new', role: 'selected' },
      { item_id: 'new-extra', mod_id: 'new', role: 'optional' },
      { item_id: 'library', mod_id: 'library', role: 'selected' },
      { item_id: 'library-extra', mod_id: 'library', role: 'optional' },
      { item_id: 'unused', mod_id: 'unused', role: 'selected' },
      { item_id: 'unused-extra', mod_id: 'unused', role: 'optional' },
    ];
    expect(await keptItems(items, ['new required library'])).toEqual([
      'new selected',
      'new-extra optional',
      'library required',
      'library-extra optional',
    ]);
  });

  it('a plan that keeps versions has the main file of a mod of which an optional file is required', async () => {
    const items = [
      { item_id: 'library', mod_id: 'library', role: 'selected' },
      { item_id: 'library-named', mod_id: 'library', role: 'required' },
      { item_id: 'library-extra', mod_id: 'library', role: 'optional' },
      { item_id: 'new', mod_id: 'new', role: 'selected' },
      { item_id: 'unused', mod_id: 'unused', role: 'selected' },
    ];
    expect(await keptItems(items, ['new required library-named'])).toEqual([
      'library required',
      'library-named required',
      'library-extra optional',
      'new selected',
    ]);
    // Only the mod that the plan drops requires the named file.
    const dropped = ['new required library', 'unused required library-named'];
    expect(await keptItems(items, dropped)).toContain('library-named optional');
  });

  it('a plan that keeps versions requires all files of a mod that is first optional and then required', async () => {
    const items = [
      { item_id: 'library', mod_id: 'library', role: 'selected' },
      { item_id: 'library-named', mod_id: 'library', role: 'required' },
      { item_id: 'other', mod_id: 'other', role: 'required' },
      { item_id: 'new', mod_id: 'new', role: 'selected' },
    ];
    const said = ['new optional library-named', 'new required other'];
    expect(await keptItems(items, [...said, 'other required library-named'])).toEqual([
      'library required',
      'library-named required',
      'other required',
      'new selected',
    ]);
  });
});
