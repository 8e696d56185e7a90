import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks } from '../../src/modules/catalog/index.js';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';
import { type Shelf, seedMod, seedVersion, shelfOf } from './catalog-rows.js';

const world = useWorld();
const RUNS = { numRuns: 8, endOnFailure: true };
let games = 0;

/** A catalog of its own, so that one walk's disturbances are not another's. */
async function catalogOf(downloads: readonly number[]): Promise<{ shelf: Shelf; ids: string[] }> {
  games += 1;
  await newGame(world, `walk-${games}`);
  const shelf = await shelfOf(world, `walk-${games}`);
  const ids: string[] = [];
  for (const [at, count] of downloads.entries()) {
    // Some are published in the same millisecond: ties end on the id.
    if (at % 3) world.clock.advance(0.01);
    ids.push((await seedMod(world, shelf, { downloads: count, trending: count / 7 })).modId);
  }
  world.clock.advance(1);
  await freezeRanks(world.platform);
  return { shelf, ids };
}

/** Walks a list to its end; between pages something happens. */
async function walk(path: string, limits: readonly number[], between: () => Promise<unknown>) {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 100; page += 1) {
    const limit = limits[page % limits.length] ?? 1;
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { status, body, text } = await world.anon.get(`${path}&limit=${limit}${next}`);
    if (status !== 200) throw new Error(text);
    seen.push(...body.data.map((it: Json) => it.id));
    expect(body.data.length).toBeLessThanOrEqual(limit);
    expect(body.pagination.has_more).toBe(body.pagination.next_cursor !== null);
    cursor = body.pagination.next_cursor;
    if (cursor === null) return seen;
    await between();
  }
  throw new Error('the walk does not end');
}

type Disturbance = (shelf: Shelf, ids: readonly string[], turn: number) => Promise<unknown>;

const disturbances: Readonly<Record<string, Disturbance>> = {
  'a mod is published': (shelf) => seedMod(world, shelf, { downloads: 1000, trending: 1000 }),
  'a mod is published again': (shelf, ids, turn) =>
    seedVersion(world, shelf, ids[(turn * 5) % ids.length] ?? '', { version: `9.${turn}` }),
  'downloads are counted and the order is frozen anew': async (_, ids, turn) => {
    const id = ids[(turn * 3) % ids.length] ?? '';
    const data = { downloadsCount: { increment: 500 }, trendingScore: { increment: 500 } };
    await world.platform.db.mod.update({ where: { id }, data });
    if (turn === 0) await freezeRanks(world.platform);
  },
};

const lists = ['/mods?sort=latest', '/mods?sort=downloads', '/mods?sort=trending'];
const searches = ['latest', 'downloads', 'trending'].map((sort) => `/search?q=seeded&sort=${sort}`);

describe.each([...lists, ...searches])('a walk through %s', (list) => {
  it.each(Object.entries(disturbances))(
    'gives every mod of its first page once, while %s',
    async (_, disturb) => {
      const catalogs = fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 7 });
      const limits = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(catalogs, limits, async (downloads, pages) => {
          const { shelf, ids } = await catalogOf(downloads);
          let turn = 0;
          const between = async () => {
            world.clock.advance(1);
            await disturb(shelf, ids, turn);
            turn += 1;
          };
          const seen = await walk(`${list}&game_slug=walk-${games}`, pages, between);
          expect([...seen].sort()).toEqual([...ids].sort());
        }),
        { ...RUNS, numRuns: 2 },
      );
    },
  );
});

describe('the order of a walk', () => {
  it('is by the number that was frozen, ties on the id, whatever the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 1, max: 4 }),
        async (downloads, limit) => {
          const { ids } = await catalogOf(downloads);
          const byCount = ids
            .map((id, at) => ({ id, count: downloads[at] ?? 0 }))
            .sort((a, b) => b.count - a.count || (a.id < b.id ? 1 : -1))
            .map(({ id }) => id);
          const path = `/mods?sort=downloads&game_slug=walk-${games}`;
          expect(await walk(path, [limit], async () => undefined)).toEqual(byCount);
        },
      ),
      RUNS,
    );
  });

  it('of versions, games and categories neither repeats nor skips', async () => {
    const { shelf, ids } = await catalogOf([1]);
    const versions = ['1.1.0', '1.2.0', '1.3.0', '1.4.0'];
    for (const version of versions) await seedVersion(world, shelf, ids[0] ?? '', { version });
    world.clock.advance(1);
    const nothing = async () => undefined;
    const seen = await walk(`/mods/${ids[0]}/versions?`, [2], async () => {
      world.clock.advance(1);
      const version = `9.${versions.push('late')}`;
      await seedVersion(world, shelf, ids[0] ?? '', { version });
    });
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
    const everyGame = await world.anon.get('/games?limit=100');
    expect(await walk('/games?', [3], nothing)).toEqual(
      everyGame.body.data.map((it: Json) => it.id),
    );
    const everyCategory = await world.anon.get('/categories?limit=100');
    expect(await walk('/categories?', [7], nothing)).toEqual(
      everyCategory.body.data.map((it: Json) => it.id),
    );
  });
});

describe('a cursor', () => {
  let cursor = '';
  let game = '';
  beforeAll(async () => {
    await catalogOf([1, 2, 3]);
    game = `walk-${games}`;
    const page = await world.anon.get(`/mods?game_slug=${game}&limit=1`);
    cursor = page.body.pagination.next_cursor;
  });

  async function codeOf(path: string): Promise<Json> {
    const { status, body } = await world.anon.get(path);
    return [status, body.code, body.fields];
  }
  const refused = (code: string) => [400, 'invalid_input', [{ field: 'cursor', code }]];

  it('is base64url and goes on with another limit, in both namespaces', async () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    for (const base of ['', '/api/v1']) {
      const next = await world.anon.get(`${base}/mods?game_slug=${game}&limit=2&cursor=${cursor}`);
      expect([next.status, next.body.data.length]).toEqual([200, 2]);
    }
  });

  it('of another filter, sort or list is refused', async () => {
    const paths = [
      `/mods?limit=1&cursor=${cursor}`,
      `/mods?game_slug=walk-1&cursor=${cursor}`,
      `/mods?game_slug=${game}&loader=fabric&cursor=${cursor}`,
      `/mods?game_slug=${game}&sort=downloads&cursor=${cursor}`,
      `/mods?game_slug=${game}&q=seeded&cursor=${cursor}`,
      `/search?game_slug=${game}&q=seeded&sort=latest&cursor=${cursor}`,
      `/games?cursor=${cursor}`,
      `/categories?game_slug=${game}&cursor=${cursor}`,
    ];
    for (const path of paths) {
      expect([path, await codeOf(path)]).toEqual([path, refused('cursor_context_mismatch')]);
    }
  });

  it('that was altered anywhere is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: cursor.length - 1 }), fc.nat({ max: 63 }), async (at, by) => {
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        const letter = alphabet[(alphabet.indexOf(cursor[at] ?? '') + 1 + (by % 63)) % 64];
        const altered = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        expect(await codeOf(`/mods?game_slug=${game}&cursor=${altered}`)).toEqual(
          refused('invalid_cursor'),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('that this service never made is refused, whatever it is', async () => {
    const texts = fc.oneof(fc.base64String(), fc.string(), fc.json().map(base64), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const [status, code] = await codeOf(`/mods?cursor=${encodeURIComponent(text)}`);
        expect([status, code]).toEqual([400, 'invalid_input']);
      }),
      { numRuns: 40 },
    );
  });

  it('does not live longer than the frozen order that it walks', async () => {
    const path = `/mods?game_slug=${game}&sort=downloads&limit=1`;
    const page = await world.anon.get(path);
    for (let i = 0; i < 5; i += 1) await freezeRanks(world.platform);
    const next = await codeOf(`${path}&cursor=${page.body.pagination.next_cursor}`);
    expect(next).toEqual(refused('cursor_context_mismatch'));
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}
