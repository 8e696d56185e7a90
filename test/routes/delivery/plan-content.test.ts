import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import type { Seeded } from '../catalog/catalog-rows.js';
import type { SeededDependency } from '../publishing/version-rows.js';
import { mod, resolved, usePlannedMods, world } from './planned-mods.js';

usePlannedMods();

/** Seeds a mod of one version with these dependencies. */
const modWith = (...dependencies: SeededDependency[]) => mod({ version: '1.0.0', dependencies });

const itemOf = (data: Json, { modId }: Seeded) =>
  data.items.find((it: Json) => it.mod_id === modId);

const plan = (...mods: Seeded[]) => resolved({ mod_ids: mods.map(({ modId }) => modId) });

describe('embedded plan items', () => {
  it('a plan item that another item embeds has embedded_in and no step, so it needs no download', async () => {
    const library = await mod({ version: '1.4.0' });
    const bundle = await modWith({ kind: 'embedded', modId: library.modId, range: '1.4.0' });
    const data = await plan(bundle, library);
    const { item_id } = itemOf(data, bundle);
    expect([itemOf(data, library).embedded_in, itemOf(data, bundle).embedded_in]).toEqual([
      item_id,
      null,
    ]);
    expect(data.steps.map((it: Json) => [it.order, it.item_id])).toEqual([[1, item_id]]);
  });

  it('a plan item is installed if another item embeds a different version of it', async () => {
    const library = await mod({ version: '1.4.0' }, { version: '1.5.0' });
    const bundle = await modWith({ kind: 'embedded', modId: library.modId, range: '1.4.0' });
    const data = await plan(bundle, library);
    expect([itemOf(data, library).embedded_in, data.steps.length]).toEqual([null, 2]);
  });

  it('a required version is installed if another item embeds only a range with older versions', async () => {
    const library = await mod({ version: '1.0.0' }, { version: '1.2.0' });
    const bundle = await modWith({ kind: 'embedded', modId: library.modId, range: '^1.0.0' });
    const user = await modWith({ kind: 'required', modId: library.modId, range: '>=1.2.0' });
    const data = await plan(bundle, user);
    const { embedded_in, version, item_id } = itemOf(data, library);
    expect([embedded_in, version]).toEqual([null, '1.2.0']);
    expect(data.steps.map((it: Json) => it.item_id)).toContain(item_id);
  });

  it('a requirement is not met by an embedded version that its id names and that is too old', async () => {
    const library = await mod({ version: '1.0.0' }, { version: '1.2.0' });
    const [old] = library.versions;
    for (const exact of [{ versionId: old?.versionId }, { artifactId: old?.artifactId }]) {
      const named = { kind: 'embedded', modId: library.modId, ...exact } as SeededDependency;
      const bundle = await modWith(named);
      const user = await modWith({ kind: 'required', modId: library.modId, range: '>=1.2.0' });
      const data = await plan(bundle, user);
      expect(itemOf(data, library)).toMatchObject({ version: '1.2.0', embedded_in: null });
    }
  });

  it('a plan installs one of two items that embed each other', async () => {
    const left = await mod();
    const right = await modWith({ kind: 'embedded', modId: left.modId, range: '1.0.0' });
    await world.platform.db.dependency.create({
      data: {
        modId: left.modId,
        versionId: left.versions[0]?.versionId ?? '',
        kind: 'embedded',
        targetModId: right.modId,
        versionConstraint: '1.0.0',
      },
    });
    const data = await plan(left, right);
    const embedded = data.items.filter((it: Json) => it.embedded_in !== null);
    expect([data.items.length, embedded.length, data.steps.length]).toEqual([2, 1, 1]);
  });
});

describe('conflicts with embedded content', () => {
  it('a plan is unsatisfiable if an item conflicts with a version that another item embeds', async () => {
    const library = await mod({ version: '1.1.0' }, { version: '1.0.0' });
    const rival = await modWith({ kind: 'conflict', modId: library.modId, range: '>=1.1.0' });
    const user = await modWith({ kind: 'required', modId: library.modId, range: '^1.0.0' });
    const exact = { versionId: library.versions[0]?.versionId ?? '' };
    for (const how of [{ range: '1.1.0' }, exact]) {
      const bundle = await modWith({ kind: 'embedded', modId: library.modId, ...how });
      for (const more of [[], [user]]) {
        const data = await plan(rival, bundle, ...more);
        expect([data.status, data.items]).toEqual(['unsatisfiable', []]);
        expect(data.conflicts).toMatchObject([
          { code: 'declared_conflict', mod_ids: [rival.modId, bundle.modId].sort() },
        ]);
      }
    }
  });
});
