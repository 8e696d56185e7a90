import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { countStatements } from '../../statement-count.js';
import { type Seeded, seedVersion } from '../catalog/catalog-rows.js';
import { mod, modWithFiles, resolved, shelf, usePlannedMods, world } from './planned-mods.js';

usePlannedMods();

const planOf = ({ modId }: Seeded, more: object = {}) =>
  resolved({ mod_ids: [modId], include_optional: true, ...more });

const filesOf = (data: Json): string[][] => data.items.map((it: Json) => [it.artifact_id, it.role]);

describe('optional files of plans (Spec 2.7)', () => {
  it('a plan adds the optional files of its versions after their main files, only with include_optional', async () => {
    const library = await modWithFiles(1);
    const user = await modWithFiles(2, { kind: 'required', modId: library.modId });
    const main = [
      [library.main, 'required'],
      [user.main, 'selected'],
    ];
    expect(filesOf(await planOf(user, { include_optional: false }))).toEqual(main);
    const data = await planOf(user);
    expect(filesOf(data)).toEqual([
      [library.main, 'required'],
      ...library.optional.map((id) => [id, 'optional']),
      [user.main, 'selected'],
      ...user.optional.map((id) => [id, 'optional']),
    ]);
    const ids = data.items.map((it: Json) => it.artifact_id);
    expect(new Set(data.items.map((it: Json) => it.item_id)).size).toBe(5);
    expect(data.steps.map((it: Json) => it.file.artifact_id)).toEqual(ids);
    expect(data.artifact_selection.map((it: Json) => [it.artifact_id, it.rule])).toEqual(
      ids.map((id: string) => [id, 'newest_compatible']),
    );
    expect(data.decision_reasons).toEqual([]);
    expect(data.dependency_constraints).toMatchObject([
      { from_item_id: data.items[2].item_id, satisfied_by_item_id: data.items[0].item_id },
    ]);
  });

  it('a plan with optional files leaves out files that cannot be downloaded', async () => {
    const seeded = await modWithFiles(2);
    const [first, second] = seeded.optional;
    await world.platform.db.artifact.update({
      where: { id: first ?? '' },
      data: { state: 'withdrawn' },
    });
    expect(filesOf(await planOf(seeded))).toEqual([
      [seeded.main, 'selected'],
      [second, 'optional'],
    ]);
  });

  it('a plan contains an optional file once if the request names it', async () => {
    const seeded = await modWithFiles(2);
    const [named, other] = seeded.optional;
    const { versionId: version_id } = seeded;
    const data = await planOf(seeded, {
      artifacts: [named],
      versions: [{ mod_id: seeded.modId, version_id }],
    });
    const rules = data.artifact_selection.map((it: Json) => [it.artifact_id, it.rule]);
    expect(Object.fromEntries(rules)).toEqual({
      [seeded.main]: 'exact_version',
      [named ?? '']: 'exact_artifact',
      [other ?? '']: 'exact_version',
    });
    expect(filesOf(data).at(-1)).toEqual([other, 'optional']);
  });

  it('the optional files of an older version have its reason', async () => {
    const library = await modWithFiles(1);
    const { modId } = library;
    await seedVersion(world, shelf, modId, { version: '2.0.0' });
    const conflict = { kind: 'conflict', modId, range: '>1.0.0' } as const;
    const user = await mod({ version: '1.0.0', dependencies: [conflict] });
    const data = await planOf(library, { mod_ids: [user.modId, modId] });
    const items = data.items.filter((it: Json) => it.mod_id === modId);
    const by_item_id = data.items.find((it: Json) => it.mod_id === user.modId).item_id;
    expect(data.decision_reasons).toMatchObject(
      items.map(({ item_id }: Json) => ({ item_id, by_item_id, code: 'declared_conflict' })),
    );
    expect(items).toHaveLength(2);
  });

  it('a plan adds no optional files of a version that another item contains', async () => {
    const library = await modWithFiles(1);
    const bundle = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'embedded', modId: library.modId, range: '1.0.0' }],
    });
    const data = await planOf(library, { mod_ids: [library.modId, bundle.modId] });
    expect(
      filesOf(data)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual([library.main, bundle.versions[0]?.artifactId ?? ''].toSorted());
  });

  it('a plan adds the optional files of a version of which another item contains only one selected file', async () => {
    const library = await modWithFiles(2);
    const [inner = '', other] = library.optional;
    const content = { kind: 'embedded', modId: library.modId, artifactId: inner } as const;
    const bundle = await mod({ version: '1.0.0', dependencies: [content] });
    const data = await planOf(bundle, {
      versions: [{ mod_id: library.modId, version_id: library.versionId }],
      artifacts: [inner],
    });
    const own = data.items.filter((it: Json) => it.mod_id === library.modId);
    expect(own.map((it: Json) => it.artifact_id).toSorted()).toEqual(
      [library.main, ...library.optional].toSorted(),
    );
    const installed = data.steps.map((it: Json) => it.file.artifact_id);
    expect([installed.includes(inner), installed.includes(other)]).toEqual([false, true]);
  });

  it('a plan adds no optional file with which an item conflicts, unless the request names it', async () => {
    const seeded = await modWithFiles(2);
    const [excluded = '', other] = seeded.optional;
    const conflict = { kind: 'conflict', modId: seeded.modId, artifactId: excluded } as const;
    const rival = await mod({ version: '1.0.0', dependencies: [conflict] });
    const mod_ids = [seeded.modId, rival.modId];
    const files = filesOf(await planOf(seeded, { mod_ids })).filter(
      ([id]) => id !== rival.versions[0]?.artifactId,
    );
    expect(files).toEqual([
      [seeded.main, 'selected'],
      [other, 'optional'],
    ]);
    const named = await planOf(seeded, { mod_ids, artifacts: [excluded] });
    expect(named.conflicts).toMatchObject([{ code: 'declared_conflict' }]);
  });

  it('an optional file of a plan that another item embeds has no step, and meets the dependency', async () => {
    const seeded = await modWithFiles(2);
    const [inner = ''] = seeded.optional;
    const content = { kind: 'embedded', modId: seeded.modId, artifactId: inner } as const;
    const bundle = await mod({ version: '1.0.0', dependencies: [content] });
    const data = await planOf(seeded, { mod_ids: [seeded.modId, bundle.modId] });
    const itemOf = (id: string | undefined) => data.items.find((it: Json) => it.artifact_id === id);
    const container = itemOf(bundle.versions[0]?.artifactId);
    expect(data.items.map((it: Json) => [it.artifact_id, it.embedded_in]).toSorted()).toEqual(
      [seeded.main, ...seeded.optional, container.artifact_id]
        .map((id) => [id, id === inner ? container.item_id : null])
        .toSorted(),
    );
    expect(data.steps.map((it: Json) => it.file.artifact_id)).not.toContain(inner);
    expect(data.steps).toHaveLength(3);
    expect(data.dependency_constraints).toMatchObject([
      { from_item_id: container.item_id, satisfied_by_item_id: itemOf(inner).item_id },
    ]);
  });

  it('optional files of a plan need no further statements', async () => {
    const many = await modWithFiles(5);
    const count = (include_optional: boolean) =>
      countStatements(world, () => planOf(many, { include_optional }));
    await count(true);
    expect(await count(true)).toBe(await count(false));
  });
});

describe('dependencies of plans on optional files (Spec 2.7)', () => {
  const needs = (kind: 'required' | 'optional', library: { modId: string }, artifactId = '') =>
    mod({ version: '1.0.0', dependencies: [{ kind, modId: library.modId, artifactId }] });
  const itemOf = (data: Json, id: string | undefined) =>
    data.items.find((it: Json) => it.artifact_id === id);

  it('a plan installs the optional file that an item requires, with its main file', async () => {
    const library = await modWithFiles(2);
    const [named = '', other] = library.optional;
    const user = await needs('required', library, named);
    const own = [
      [library.main, 'required'],
      [named, 'required'],
      [other, 'optional'],
      [user.versions[0]?.artifactId, 'selected'],
    ];
    const data = await planOf(user);
    expect(filesOf(data)).toEqual(own);
    expect(data.steps.map((it: Json) => it.file.artifact_id)).toEqual(own.map(([id]) => id));
    expect(data.dependency_constraints).toMatchObject([
      { kind: 'required', satisfied_by_item_id: itemOf(data, named).item_id },
      // Clients that follow constraints from the items that they need also find the main file.
      {
        from_item_id: itemOf(data, named).item_id,
        mod_id: library.modId,
        kind: 'required',
        version_constraint: '1.0.0',
        satisfied_by_item_id: itemOf(data, library.main).item_id,
      },
    ]);
    const both = await planOf(user, { mod_ids: [user.modId, library.modId] });
    expect(filesOf(both)).toEqual([[library.main, 'selected'], ...own.slice(1)]);
    const { versionId: version_id } = library;
    const pinned = await planOf(user, { versions: [{ mod_id: library.modId, version_id }] });
    expect(pinned.artifact_selection.map((it: Json) => it.rule)).toEqual(
      Array(3).fill('exact_version').concat('newest_compatible'),
    );
  });

  it('a plan has the older version whose optional file an item requires', async () => {
    const library = await modWithFiles(1);
    await seedVersion(world, shelf, library.modId, { version: '2.0.0' });
    const user = await needs('required', library, library.optional[0]);
    const data = await planOf(user);
    const files = [library.main, ...library.optional];
    const by_item_id = data.items.at(-1).item_id;
    expect(data.items.slice(0, 2).map((it: Json) => it.artifact_id)).toEqual(files);
    expect(data.decision_reasons).toMatchObject(
      files.map((id) => ({ item_id: itemOf(data, id).item_id, by_item_id })),
    );
  });

  it('an optional dependency on an optional file adds its version, and fits a selected mod', async () => {
    const library = await modWithFiles(1);
    const user = await needs('optional', library, library.optional[0]);
    const mod_ids = [user.modId, library.modId];
    for (const [request, role] of [
      [{}, 'optional'],
      [{ mod_ids }, 'selected'],
    ] as const) {
      const data = await planOf(user, request);
      expect(filesOf(data).slice(0, 2)).toEqual([
        [library.main, role],
        [library.optional[0], 'optional'],
      ]);
      const { item_id } = itemOf(data, library.optional[0]);
      expect(data.dependency_constraints).toMatchObject([{ satisfied_by_item_id: item_id }]);
    }
    const withTwoItems = async (include_optional: boolean) => {
      const data = await planOf(user, { mod_ids, include_optional });
      expect([data.status, data.items.length]).toEqual(['resolved', 2]);
      expect(data.dependency_constraints).toMatchObject([{ satisfied_by_item_id: null }]);
    };
    await withTwoItems(false);
    const where = { id: library.optional[0] ?? '' };
    await world.platform.db.artifact.update({ where, data: { state: 'withdrawn' } });
    await withTwoItems(false);
    await withTwoItems(true);
  });

  it('a plan without include_optional says that it cannot contain a required optional file', async () => {
    const library = await modWithFiles(1);
    const [named = ''] = library.optional;
    const user = await needs('required', library, named);
    const data = await planOf(user, { include_optional: false });
    expect(data.conflicts).toMatchObject([{ code: 'no_compatible_version' }]);
    expect(data.conflicts[0].explanation).toContain(
      `(exactly ${named}, an optional file, which a plan contains only with include_optional or if the request names it in artifacts)`,
    );
    const request = { include_optional: false, artifacts: [named] };
    expect((await planOf(user, request)).status).toBe('resolved');
    const { modId: mod_id } = library;
    const { versionId: version_id } = await seedVersion(world, shelf, mod_id, { version: '2.0.0' });
    const { conflicts } = await planOf(user, {
      ...request,
      artifacts: [],
      versions: [{ mod_id, version_id }],
    });
    expect(conflicts[0].explanation).toMatch(/\(exactly [^, ]+\)\./);
  });

  it('an update check offers a version that requires an optional file only if one is installed', async () => {
    const library = await modWithFiles(1);
    const [artifactId = ''] = library.optional;
    const dependencies = [{ kind: 'required', modId: library.modId, artifactId }] as const;
    const { versions } = await mod({ version: '1.0.0' }, { version: '2.0.0', dependencies });
    const statusWith = async (...ids: string[]) => {
      const items = ids.map((artifact_id) => ({ artifact_id }));
      const answer = await world.anon.post('/beta/updates:check', { game_slug: 'planned', items });
      return answer.body.data.items[0].status;
    };
    const installed = versions[0]?.artifactId ?? '';
    expect(await statusWith(installed, library.main)).toBe('current');
    expect(await statusWith(installed, library.main, artifactId)).toBe('update_available');
  });

  it('a plan is unsatisfiable if an item conflicts with an optional file that another one requires', async () => {
    const library = await modWithFiles(1);
    const [artifactId = ''] = library.optional;
    const user = await needs('required', library, artifactId);
    const conflict = { kind: 'conflict', modId: library.modId, artifactId } as const;
    const rival = await mod({ version: '1.0.0', dependencies: [conflict] });
    const mod_ids = [user.modId, rival.modId].sort();
    const { conflicts } = await planOf(user, { mod_ids });
    expect(conflicts).toMatchObject([{ code: 'declared_conflict', mod_ids }]);
    expect(conflicts[0].explanation).toMatch(/conflicts with .*; .* requires /);
  });

  it('a plan is unsatisfiable if a required optional file cannot be downloaded', async () => {
    const library = await modWithFiles(1);
    const [id = ''] = library.optional;
    const user = await needs('required', library, id);
    await world.platform.db.artifact.update({ where: { id }, data: { state: 'withdrawn' } });
    expect((await planOf(user)).conflicts).toMatchObject([{ code: 'no_compatible_version' }]);
  });
});
