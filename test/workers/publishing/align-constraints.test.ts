import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';
import { runJob } from '../catalog/stored-mod.js';

const world = useWorld();
let shelf: Shelf;
let library: Seeded;

beforeAll(async () => {
  await newGame(world, 'aligned');
  shelf = await shelfOf(world, 'aligned');
  library = await seedMod(world, shelf, {
    versions: [{ version: '1.0.0' }, { version: '2024 build 5' }],
  });
});

const align = () => runJob(world, 'align-constraints');

const KINDS = ['required', 'optional', 'conflict', 'embedded'] as const;

async function saying(kind: (typeof KINDS)[number], range: string): Promise<Seeded> {
  const dependencies = [{ kind, modId: library.modId, range }];
  return seedMod(world, shelf, { versions: [{ version: '1.0.0', dependencies }] });
}

const rowsOf = async ({ modId }: Seeded) =>
  (
    await world.platform.db.dependency.findMany({
      where: { modId, state: 'active' },
      orderBy: { id: 'asc' },
    })
  ).map(({ kind, versionConstraint, note }) => ({ kind, versionConstraint, note }));

const plan = async (...mods: Seeded[]): Promise<Json> => {
  const body = { game_slug: 'aligned', mod_ids: mods.map(({ modId }) => modId) };
  return (await world.anon.post('/install-plans:resolve', body)).body.data;
};

describe('the job align-constraints', () => {
  it('align-constraints makes a mod installable whose required range is unreadable', async () => {
    const user = await saying('required', '[1.0,2.0)');
    expect((await plan(user)).status).toBe('unsatisfiable');
    const etag = async () => {
      const path = `/mods/${user.modId}/versions/${user.versions[0]?.versionId}`;
      return (await world.anon.get(path)).headers.get('etag');
    };
    const before = await etag();
    await align();
    expect(await rowsOf(user)).toEqual([
      {
        kind: 'required',
        versionConstraint: null,
        note: 'Former version constraint: [1.0,2.0)',
      },
    ]);
    expect((await plan(user)).status).toBe('resolved');
    expect(await etag()).not.toBe(before);
  });

  it.each(['conflict', 'embedded'] as const)(
    'align-constraints removes a dependency of kind %s with an unreadable range, which matched no version',
    async (kind) => {
      const user = await saying(kind, 'all old ones');
      await align();
      expect(await rowsOf(user)).toEqual([]);
      const { status, items } = await plan(user, library);
      expect([status, items.length]).toEqual(['resolved', 2]);
    },
  );

  it('align-constraints keeps readable ranges and version strings', async () => {
    const kept: Seeded[] = [];
    for (const kind of KINDS) kept.push(await saying(kind, '>=1.0.0 || 5.x'));
    kept.push(await saying('required', '2024 build 5'));
    const before = await Promise.all(kept.map(rowsOf));
    await align();
    expect(await Promise.all(kept.map(rowsOf))).toEqual(before);
  });

  it('a second run of align-constraints changes nothing', async () => {
    const user = await saying('optional', 'any');
    await align();
    const rows = await world.platform.db.dependency.findMany({ where: { modId: user.modId } });
    await align();
    expect(await world.platform.db.dependency.findMany({ where: { modId: user.modId } })).toEqual(
      rows,
    );
  });
});
