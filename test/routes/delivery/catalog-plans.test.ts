import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks } from '../../../src/modules/catalog/index.js';
import { listMods } from '../../../src/modules/catalog/mods/list-mods.js';
import { createUser } from '../../../src/modules/identity/index.js';
import type { Prisma } from '../../../src/platform/database/generated/client.js';
import { createSystemContext } from '../../../src/request/context.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { insertModCopies } from '../../rows.js';
import { seedMod, shelfOf } from '../catalog/catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
const MODS = 20_000;

beforeAll(async () => {
  await newGame(world, 'crowded');
  await newGame(world, 'quiet');
  const { modId } = await seedMod(world, await shelfOf(world, 'crowded'));
  await seedMod(world, await shelfOf(world, 'quiet'));
  await createUser(createSystemContext(world.platform, 'test'), { username: 'newcomer' });
  const { db } = world.platform;
  // One author has nearly all mods, another author has a single mod.
  await insertModCopies(db, await db.mod.findUniqueOrThrow({ where: { id: modId } }), MODS);
  await db.$executeRaw`
    insert into mod_publications (mod_id, game_id, published_at)
    select id, game_id, now() - random() * interval '900 days' from mods where slug like 'copy-%'`;
  await freezeRanks(world.platform);
  await db.$executeRaw`analyze`;
});

/** The plan of the statement that reads a page. */
async function planOf(author: string, sort: 'latest' | 'downloads'): Promise<string> {
  const ctx = createSystemContext(world.platform, 'test');
  const { db } = ctx.platform;
  let plan: string[] = [];
  const $queryRaw = async (sql: Prisma.Sql | TemplateStringsArray, ...values: unknown[]) => {
    // Tagged templates are other statements.
    if (!('sql' in sql)) return db.$queryRaw(sql, ...values);
    const rows = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`explain ${sql}`;
    plan = rows.map((row) => row['QUERY PLAN']);
    return db.$queryRaw(sql);
  };
  const watched = new Proxy(db, {
    get: (on, name) => (name === '$queryRaw' ? $queryRaw : Reflect.get(on, name)),
  });
  const platform = { ...ctx.platform, db: watched };
  await listMods({ ...ctx, platform }, { author }, sort, { limit: 25 });
  return plan.join('\n');
}

describe("query plan of an author's mod list", () => {
  it.each([
    ['seeder-quiet', 'latest'],
    ['seeder-quiet', 'downloads'],
    ['newcomer', 'latest'],
    ['newcomer', 'downloads'],
    ['unknown', 'latest'],
  ] as const)(
    'the query for mods of %s by %s scans no full table or index',
    async (author, sort) => {
      const plan = await planOf(author, sort);
      expect(plan).not.toMatch(/Scan using mod_publications_(?:game_id_)?published_at/);
      expect(plan).not.toMatch(/Scan using mod_ranks_generation_kind_(?:game_id_)?value/);
      expect(plan).not.toMatch(/Seq Scan on (?:mods|mod_publications|mod_ranks)/);
    },
  );
});
