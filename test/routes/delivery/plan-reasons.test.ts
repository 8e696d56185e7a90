import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../catalog/catalog-rows.js';
import type { SeededDependency, SeededVersion } from '../publishing/version-rows.js';

const world = useWorld();
let shelf: Shelf;

beforeAll(async () => {
  await newGame(world, 'reasons');
  shelf = await shelfOf(world, 'reasons');
});

/** Seeds a mod with its own title; each version is given as [version, ...dependencies]. */
async function mod(title: string, ...versions: [string, ...SeededDependency[]][]): Promise<Seeded> {
  const seeded = versions.map(
    ([version, ...dependencies]): SeededVersion => ({ version, dependencies }),
  );
  return seedMod(world, shelf, { title: { en: title }, versions: seeded });
}

async function resolved(request: object): Promise<Json> {
  const answer = await world.anon.post('/install-plans:resolve', {
    game_slug: 'reasons',
    ...request,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

const requires = ({ modId }: Seeded, range?: string): SeededDependency => ({
  kind: 'required',
  modId,
  ...(range === undefined ? {} : { range }),
});
const itemOf = (data: Json, { modId }: Seeded) =>
  data.items.find((it: Json) => it.mod_id === modId);
const reasonsOf = (data: Json) =>
  data.decision_reasons.map(({ mod_id, code, detail }: Json) => ({ mod_id, code, detail }));

describe('decision reasons of a plan', () => {
  it('the decision reasons name no item that is the newest version that fits the request', async () => {
    const library = await mod('Library', ['1.0.0'], ['2.0.0']);
    const user = await mod('User', ['1.0.0', requires(library, '>=1')]);
    const data = await resolved({ mod_ids: [user.modId] });
    expect([itemOf(data, library).version, data.decision_reasons]).toEqual(['2.0.0', []]);
  });

  it('the decision reasons name the item and the range that kept a dependency at an older version', async () => {
    const library = await mod('Library', ['1.0.0'], ['2.0.0']);
    const user = await mod('User', ['3.0.0', requires(library, '^1.0.0')]);
    const data = await resolved({ mod_ids: [user.modId] });
    expect(data.decision_reasons).toEqual([
      {
        item_id: itemOf(data, library).item_id,
        mod_id: library.modId,
        by_item_id: itemOf(data, user).item_id,
        code: 'version_constraint',
        detail: `The newest version that fits the request is 2.0.0, but "User" (${user.slug}) 3.0.0 requires "Library" (${library.slug}) ^1.0.0.`,
      },
    ]);
  });

  it('the decision reasons name the requirement of a newer version that the plan cannot meet', async () => {
    const library = await mod('Library', ['1.0.0']);
    const user = await mod('User', ['1.0.0'], ['2.0.0', requires(library, '^5.0.0')]);
    const data = await resolved({ mod_ids: [user.modId] });
    expect(reasonsOf(data)).toEqual([
      {
        mod_id: user.modId,
        code: 'no_compatible_version',
        detail: `The newest version that fits the request is 2.0.0, but "User" (${user.slug}) 2.0.0 requires "Library" (${library.slug}) ^5.0.0, of which no version fits the request.`,
      },
    ]);
  });

  it('the decision reasons name the conflict that a newer version declares', async () => {
    const rival = await mod('Rival', ['1.0.0']);
    const conflict = { kind: 'conflict', modId: rival.modId, range: '<2' } as const;
    const user = await mod('User', ['1.0.0'], ['2.0.0', conflict]);
    const data = await resolved({ mod_ids: [rival.modId, user.modId] });
    expect(reasonsOf(data)).toEqual([
      {
        mod_id: user.modId,
        code: 'declared_conflict',
        detail: `The newest version that fits the request is 2.0.0, but "User" (${user.slug}) 2.0.0 conflicts with "Rival" (${rival.slug}) <2.`,
      },
    ]);
  });

  it('the decision reasons name the conflict with a mod that a newer version contains', async () => {
    const library = await mod('Library', ['1.1.0']);
    const rival = await mod('Rival', ['1.0.0', { kind: 'conflict', modId: library.modId }]);
    const content = { kind: 'embedded', modId: library.modId } as const;
    const bundle = await mod('Bundle', ['1.0.0'], ['2.0.0', content]);
    const data = await resolved({ mod_ids: [rival.modId, bundle.modId] });
    expect(data.decision_reasons).toMatchObject([
      {
        mod_id: bundle.modId,
        by_item_id: itemOf(data, rival).item_id,
        code: 'declared_conflict',
        detail: `The newest version that fits the request is 2.0.0, but "Rival" (${rival.slug}) 1.0.0 conflicts with "Library" (${library.slug}), and "Bundle" (${bundle.slug}) 2.0.0 contains "Library" (${library.slug}).`,
      },
    ]);
  });

  it('the decision reasons name a transitive requirement of a newer version', async () => {
    const base = await mod('Base', ['1.0.0'], ['2.0.0']);
    const fixed = await mod('Fixed', ['1.0.0', requires(base, '^1.0.0')]);
    const middle = await mod('Middle', ['1.0.0', requires(base, '^2.0.0')]);
    const user = await mod('User', ['1.0.0'], ['2.0.0', requires(middle)]);
    const data = await resolved({ mod_ids: [fixed.modId, user.modId] });
    const [ofUser] = data.decision_reasons.filter((it: Json) => it.mod_id === user.modId);
    expect([ofUser.code, ofUser.by_item_id]).toEqual([
      'version_constraint',
      itemOf(data, base).item_id,
    ]);
    expect(ofUser.detail).toMatch(/but "Middle" \S+ 1\.0\.0 requires "Base" \S+ \^2\.0\.0\.$/);
  });

  it('the decision reasons name the requirements of a newer version that fail only in combination', async () => {
    const base = await mod('Base', ['1.0.0'], ['2.0.0']);
    const [left, right] = [
      await mod('Left', ['1.0.0', requires(base, '^1.0.0')]),
      await mod('Right', ['1.0.0', requires(base, '^2.0.0')]),
    ];
    const user = await mod('User', ['1.0.0'], ['2.0.0', requires(left), requires(right)]);
    const data = await resolved({ mod_ids: [user.modId] });
    const [reason, ...others] = reasonsOf(data);
    expect([reason.code, others]).toEqual(['combination', []]);
    expect(reason.detail).toMatch(/it requires "Left" \S+; "Right" \S+, which does not work/);
  });

  it('the decision reasons have one entry for each item that is not the newest version that fits', async () => {
    const library = await mod('Library', ['1.0.0'], ['2.0.0']);
    const users: Seeded[] = [];
    for (const at of [1, 2, 3]) {
      users.push(
        await mod(
          `User ${at}`,
          ['1.0.0', requires(library, '^1.0.0')],
          ['0.9.0', requires(library)],
        ),
      );
    }
    const mod_ids = users.map(({ modId }) => modId);
    const [first] = library.versions;
    const exact = [{ mod_id: library.modId, version_id: first?.versionId }];
    for (const more of [{}, { versions: exact }]) {
      const data = await resolved({ mod_ids, ...more });
      expect(reasonsOf(data).map((it: Json) => it.mod_id)).toEqual([library.modId]);
    }
  });

  it('the decision reasons name a mod that another item embeds and the plan does not install', async () => {
    const library = await mod('Library', ['1.4.0']);
    const embedded = { kind: 'embedded', modId: library.modId, range: '1.4.0' } as const;
    const bundle = await mod('Bundle', ['1.0.0', embedded]);
    const user = await mod('User', ['1.0.0', requires(library, '^1.2.0')]);
    const data = await resolved({ mod_ids: [bundle.modId, user.modId] });
    expect(data.items.map((it: Json) => it.mod_id).sort()).toEqual(
      [bundle.modId, user.modId].sort(),
    );
    expect(data.decision_reasons).toEqual([
      {
        item_id: null,
        mod_id: library.modId,
        by_item_id: itemOf(data, bundle).item_id,
        code: 'embedded',
        detail: `"Bundle" (${bundle.slug}) 1.0.0 contains "Library" (${library.slug}), so the plan does not install it separately.`,
      },
    ]);
  });
});

describe('conflict explanations', () => {
  const explanation = async (request: object): Promise<string> =>
    (await resolved(request)).conflicts[0].explanation;

  it('the conflict explanation names the mod and the filters that none of its versions fits', async () => {
    const { modId, slug } = await seedMod(world, shelf, {
      title: { en: 'Early' },
      versions: [{ version: '1.0.0', channel: 'beta' }],
    });
    const around = { game_version: '1.21', loader: 'fabric', platform: 'linux' };
    expect(await explanation({ mod_ids: [modId], ...around })).toBe(
      `No published version fits the request (game version 1.21, loader fabric, platform linux, release channel release): "Early" (${slug}).`,
    );
  });

  it('the conflict explanation names the mods and the ranges that exclude each other', async () => {
    const library = await mod('Library', ['1.0.0'], ['2.0.0']);
    const old = await mod('Old', ['1.0.0', requires(library, '^1.0.0')]);
    const modern = await mod('Modern', ['1.0.0', requires(library, '^2.0.0')]);
    const text = await explanation({ mod_ids: [old.modId, modern.modId] });
    expect(text).toContain(`"Old" (${old.slug}) 1.0.0 requires "Library" (${library.slug}) ^1.0.0`);
    expect(text).toContain(
      `"Modern" (${modern.slug}) 1.0.0 requires "Library" (${library.slug}) ^2.0.0`,
    );
    expect(text).toContain('release channel release');
  });

  it('the conflict explanation names both mods of a declared conflict', async () => {
    const first = await mod('First', ['1.0.0']);
    const second = await mod('Second', ['1.0.0', { kind: 'conflict', modId: first.modId }]);
    expect(await explanation({ mod_ids: [first.modId, second.modId] })).toContain(
      `"Second" (${second.slug}) 1.0.0 conflicts with "First" (${first.slug}).`,
    );
  });

  it('the conflict explanation names a requirement that leads to a declared conflict', async () => {
    const rival = await mod('Rival', ['1.0.0']);
    const user = await mod('User', ['1.0.0', requires(rival)]);
    const foe = await mod('Foe', ['1.0.0', { kind: 'conflict', modId: rival.modId }]);
    const [first, second] = [
      `"Foe" (${foe.slug}) 1.0.0 conflicts with "Rival" (${rival.slug})`,
      `"User" (${user.slug}) 1.0.0 requires "Rival" (${rival.slug})`,
    ];
    const data = await resolved({ mod_ids: [user.modId, foe.modId] });
    expect(data.conflicts).toMatchObject([
      { code: 'declared_conflict', mod_ids: [user.modId, foe.modId].sort() },
    ]);
    expect(data.conflicts[0].explanation).toContain(`${first}; ${second}. No other versions`);
  });

  it('the conflict explanation names two requirements of one mod that conflict', async () => {
    const rival = await mod('Rival', ['1.0.0']);
    const foe = await mod('Foe', ['1.0.0', { kind: 'conflict', modId: rival.modId }]);
    const middle = await mod('Middle', ['1.0.0', requires(foe, '^1.0.0')]);
    const user = await mod('User', ['1.0.0', requires(rival), requires(middle)]);
    const data = await resolved({ mod_ids: [user.modId] });
    expect(data.conflicts).toMatchObject([{ code: 'declared_conflict', mod_ids: [user.modId] }]);
    for (const part of [
      `"Foe" (${foe.slug}) 1.0.0 conflicts with "Rival" (${rival.slug})`,
      `"User" (${user.slug}) 1.0.0 requires "Rival" (${rival.slug})`,
      `"User" (${user.slug}) 1.0.0 requires "Middle" (${middle.slug})`,
      `"Middle" (${middle.slug}) 1.0.0 requires "Foe" (${foe.slug}) ^1.0.0`,
    ]) {
      expect(data.conflicts[0].explanation).toContain(part);
    }
  });

  it('the conflict explanation names the item that contains a mod in conflict', async () => {
    const library = await mod('Library', ['1.1.0']);
    const conflict = { kind: 'conflict', modId: library.modId, range: '>=1.1.0' } as const;
    const content = { kind: 'embedded', modId: library.modId, range: '1.1.0' } as const;
    const [rival, bundle] = [
      await mod('Rival', ['1.0.0', conflict]),
      await mod('Bundle', ['1.0.0', content]),
    ];
    expect(await explanation({ mod_ids: [rival.modId, bundle.modId] })).toContain(
      `"Rival" (${rival.slug}) 1.0.0 conflicts with "Library" (${library.slug}) >=1.1.0; "Bundle" (${bundle.slug}) 1.0.0 contains "Library" (${library.slug}) 1.1.0. No other`,
    );
  });

  it('the conflict explanation names the versions of one mod that the request names', async () => {
    const { slug, versions } = await mod('Twice', ['1.0.0'], ['2.0.0']);
    const artifacts = versions.map(({ artifactId }) => artifactId);
    const text = await explanation({ artifacts });
    expect(text).toContain(`"Twice" (${slug}) 1.0.0`);
    expect(text).toContain(`"Twice" (${slug}) 2.0.0`);
  });

  it('the conflict explanation does not name a mod that is not public', async () => {
    const hidden = await mod('Secret Project', ['1.0.0']);
    const user = await mod('User', ['1.0.0', requires(hidden, '^1.0.0')]);
    await world.platform.db.mod.update({ where: { id: hidden.modId }, data: { state: 'draft' } });
    const data = await resolved({ mod_ids: [user.modId] });
    expect(data.status).toBe('unsatisfiable');
    expect(JSON.stringify(data)).not.toContain('Secret Project');
    expect(data.conflicts[0].explanation).toContain(
      `requires the mod ${hidden.modId} ^1.0.0, which is not available. No versions`,
    );
  });
});
