import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { mod, plan, resolved, usePlannedMods, world } from './planned-mods.js';

usePlannedMods();

/** A mod whose only version has a main file and an optional one. */
let base: { modId: string; versionId: string; main: string; extra: string };

beforeAll(async () => {
  const { modId, versions } = await mod({ version: '1.0.0' }, { version: '0.9.0' });
  const [own, other] = versions;
  if (!own || !other) throw new Error('no versions were seeded');
  const { versionId, artifactId: main } = own;
  const { db } = world.platform;
  await db.modVersion.update({ where: { id: other.versionId }, data: { state: 'archived' } });
  const data = { versionId, fileKind: 'optional' } as const;
  await db.artifact.update({ where: { id: other.artifactId }, data });
  base = { modId, versionId, main, extra: other.artifactId };
});

type Kind = 'required' | 'conflict' | 'embedded';

/** A mod whose newest version, or only one, names one file of the base mod. */
const naming = async (kind: Kind, artifactId: string, older: { version: string }[] = []) => {
  const dependencies = [{ kind, modId: base.modId, artifactId }];
  return (await mod(...older, { version: '2.0.0', dependencies })).modId;
};

/** A plan with both files of the base mod. */
const planOf = (...modIds: string[]): Promise<Json> =>
  resolved({ mod_ids: modIds, artifacts: [base.main, base.extra] });

const itemOf = ({ items }: Json, artifactId: string) =>
  items.find((it: Json) => it.artifact_id === artifactId);

describe('several selected files of one version', () => {
  it('mods that require different files of a version are installed with all of them', async () => {
    const files = [base.main, base.extra];
    const modIds = await Promise.all(files.map((file) => naming('required', file)));
    const data = await planOf(...modIds);
    expect(data.status).toBe('resolved');
    const met = data.dependency_constraints.map((it: Json) => it.satisfied_by_item_id);
    expect(met.sort()).toEqual(files.map((file) => itemOf(data, file).item_id).sort());
  });

  it.each(['main', 'extra'] as const)(
    'a conflict with the %s file prevents a plan, and names that file',
    async (file) => {
      const modId = await naming('conflict', base[file]);
      const items = await Promise.all([
        resolved({ artifacts: [base[file]] }),
        resolved({ mod_ids: [modId] }),
      ]);
      const data = await planOf(modId);
      expect(data.conflicts).toMatchObject([
        {
          code: 'declared_conflict',
          mod_ids: [base.modId, modId].sort(),
          item_ids: items.map((it) => it.items[0].item_id).sort(),
        },
      ]);
    },
  );

  it.each(['main', 'extra'] as const)(
    'a version that conflicts with the %s file gives way to an older one, and the reason names that file',
    async (file) => {
      const modId = await naming('conflict', base[file], [{ version: '1.0.0' }]);
      const data = await planOf(modId);
      const reason = data.decision_reasons.find((it: Json) => it.mod_id === modId);
      expect(data.items.map((it: Json) => it.version)).toEqual(['1.0.0', '1.0.0', '1.0.0']);
      expect(reason).toMatchObject({
        code: 'declared_conflict',
        by_item_id: itemOf(data, base[file]).item_id,
      });
    },
  );

  it('a file that contains one file of a version replaces only this one', async () => {
    const pack = await naming('embedded', base.extra);
    const data = await planOf(pack);
    const [container] = data.items.filter((it: Json) => it.mod_id === pack);
    expect(itemOf(data, base.extra).embedded_in).toBe(container.item_id);
    expect(itemOf(data, base.main).embedded_in).toBeNull();
    const [{ satisfied_by_item_id }] = data.dependency_constraints;
    expect(satisfied_by_item_id).toBe(itemOf(data, base.extra).item_id);
  });

  it('a selected version and a further file of it are both in the plan', async () => {
    const { modId, versionId, main, extra } = base;
    const requires = await naming('required', extra);
    const versions = [{ mod_id: modId, version_id: versionId }];
    const data = await resolved({ mod_ids: [requires], versions, artifacts: [extra] });
    expect(data.status).toBe('resolved');
    expect([itemOf(data, main), itemOf(data, extra)]).not.toContain(undefined);
  });

  it.each([
    ['unsafe', { scanStatus: 'rejected' }],
    ['withdrawn', { state: 'withdrawn' }],
  ] as const)(
    'a selected version with a main file that is %s is refused, also with an older file of it',
    async (_, change) => {
      const { modId, versions: seeded } = await mod({ version: '0.9.0' }, { version: '1.0.0' });
      const [older, own] = seeded;
      if (!older || !own) throw new Error('no versions were seeded');
      const { versionId, artifactId: main } = own;
      const { db } = world.platform;
      const extra = { id: older.artifactId, data: { versionId, fileKind: 'optional' } as const };
      await db.artifact.update({ where: { id: extra.id }, data: extra.data });
      const versions = [{ mod_id: modId, version_id: versionId }];
      const request = { versions, artifacts: [extra.id] };
      expect((await resolved(request)).items).toHaveLength(2);
      await db.artifact.update({ where: { id: main }, data: change });
      const { status, body } = await plan(request);
      expect(`${status} ${body.code}`).toBe('404 not_found');
      expect(body.detail).toContain(versionId);
      expect((await resolved({ artifacts: [extra.id] })).items).toHaveLength(1);
    },
  );
});
