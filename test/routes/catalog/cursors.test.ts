import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { freezeRanks } from '../../../src/modules/catalog/index.js';
import { deriveKeys, type Keys } from '../../../src/platform/keys.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { foreignKeys } from '../../keys.js';
import { queryPage, restList, walkThrough } from '../../lists.js';
import { newGame } from '../../publishing.js';
import { everyNth, longTest, rounds } from '../../rounds.js';
import { seedMod, shelfOf } from './catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
const RUNS = { numRuns: rounds(1, 8), endOnFailure: true };
let games = 0;

/** A separate catalog per walk, so that changes during one walk do not affect another. */
async function catalogOf(downloads: readonly number[]): Promise<{ ids: string[] }> {
  games += 1;
  await newGame(world, `walk-${games}`);
  const shelf = await shelfOf(world, `walk-${games}`);
  const ids: string[] = [];
  for (const [at, count] of downloads.entries()) {
    // Some mods share the millisecond of publication, so the id breaks ties.
    if (at % 3) world.clock.advance(0.01);
    ids.push((await seedMod(world, shelf, { downloads: count, trending: count })).modId);
  }
  world.clock.advance(1);
  await freezeRanks(world.platform);
  return { ids };
}

describe('order of a walk', () => {
  it('a walk by downloads is ordered by the frozen count and then the id for any page size', async () => {
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
          const list = restList(world.anon, `/mods?sort=downloads&game_slug=walk-${games}`);
          expect(await walkThrough(list, [limit])).toEqual(byCount);
        },
      ),
      RUNS,
    );
  });
});

describe('cursors', () => {
  let cursor = '';
  let game = '';
  let lists: readonly string[] = [];
  beforeAll(async () => {
    const { ids } = await catalogOf([1, 2, 3]);
    game = `walk-${games}`;
    const page = await world.anon.get(`/mods?game_slug=${game}&limit=1`);
    cursor = page.body.pagination.next_cursor;
    lists = [
      `/mods?game_slug=${game}`,
      '/mods?sort=downloads',
      '/search?q=seeded',
      '/games?',
      '/categories?',
      `/mods/${ids[0]}/versions?`,
      `/mods/${ids[0]}/dependencies?`,
    ];
  });

  async function codeOf(path: string): Promise<Json> {
    const { status, body } = await world.anon.get(path);
    return [status, body.code, body.fields];
  }
  const refused = (code: string) => [400, 'invalid_input', [{ field: 'cursor', code }]];
  const goesOn = async (path: string) => {
    const { status, body, text } = await world.anon.get(path);
    return [status, status === 200 ? body.data.length : text];
  };

  it('a cursor is base64url and works with another limit under /v1 and /api/v1', async () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    for (const base of ['', '/api/v1']) {
      const path = `${base}/mods?game_slug=${game}&limit=2&cursor=${cursor}`;
      expect(await goesOn(path)).toEqual([200, 2]);
    }
  });

  it('a cursor works with the same filters in another spelling', async () => {
    for (const same of [
      `/api/v1/mods?game=${game}&cursor=${cursor}`,
      `/api/v1/mods?gameSlug=${game}&platform=&facet=&cursor=${cursor}`,
      `/mods?cursor=${cursor}&loader=&limit=2&game_slug=${game}&category=&q=`,
      `/mods?game_slug=${game}&sort=latest&cursor=${cursor}&offset=7&page=9&skip=1&unknown=x`,
    ]) {
      expect([same, await goesOn(same)]).toEqual([same, [200, 2]]);
    }
  });

  it('a cursor of another filter, sort or list is rejected', async () => {
    const paths = [
      `/mods?limit=1&cursor=${cursor}`,
      `/mods?game_slug=walk-0&cursor=${cursor}`,
      `/mods?game_slug=${game}&loader=fabric&cursor=${cursor}`,
      `/mods?game_slug=${game}&sort=downloads&cursor=${cursor}`,
      `/mods?game_slug=${game}&q=seeded&cursor=${cursor}`,
      `/search?game_slug=${game}&q=seeded&sort=latest&cursor=${cursor}`,
      `/categories?game_slug=${game}&cursor=${cursor}`,
      ...lists.slice(1).map((list) => `${list}&cursor=${cursor}`),
    ];
    for (const path of paths) {
      expect([path, await codeOf(path)]).toEqual([path, refused('cursor_context_mismatch')]);
    }
  });

  it('a cursor of another GraphQL list or another viewer is rejected', async () => {
    const [one, other] = [await world.creator('one'), await world.creator('other')];
    const codesOf = async (actor: Actor, field: string, from: string) => {
      const { body } = await queryPage(actor, field, '', from, 1);
      return body.errors?.map(({ extensions }: Json) => [extensions.code, extensions.fields]);
    };
    const mismatch = [refused('cursor_context_mismatch').slice(1)];
    for (const field of [
      'listUploadSessions',
      'listArtifacts',
      'listDownloadGrants',
      'listGames',
    ]) {
      expect(await codesOf(one, field, cursor)).toEqual(mismatch);
    }
    const { body } = await queryPage(one, 'listArtifacts', '', null, 1);
    const { nextCursor } = body.data.listArtifacts.pagination;
    expect(await codesOf(one, 'listArtifacts', nextCursor)).toBeUndefined();
    expect(await codesOf(other, 'listArtifacts', nextCursor)).toEqual(mismatch);
  });

  it('an altered, cut or extended cursor is rejected by every list without a statement', async () => {
    const bytes = Buffer.from(cursor, 'base64url');
    const flipped = fc.nat({ max: bytes.length * 8 - 1 }).map((bit) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      return copy.toString('base64url');
    });
    const letters = fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/);
    const altered = fc.oneof(
      { arbitrary: flipped, weight: 4 },
      fc.nat({ max: cursor.length - 1 }).map((length) => cursor.slice(0, length)),
      letters.map((more) => cursor + more),
      letters.map((more) => more + cursor),
    );
    await fc.assert(
      fc.asyncProperty(altered, fc.nat({ max: lists.length - 1 }), async (text, at) => {
        const statements = await world.statements(async () => {
          expect(await codeOf(`${lists[at]}&cursor=${text}`)).toEqual(refused('invalid_cursor'));
        });
        expect(statements.filter((sql) => !/\bjobs\b/.test(sql))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it('a cursor in another spelling is rejected', async () => {
    const padded = ['=', '==', '%20', '%0A', '.'].map((end) => cursor + end);
    for (const text of [...padded, cursor.replaceAll('_', '/'), `${cursor}&cursor=${cursor}`]) {
      if (text === cursor) continue;
      const [status, code] = await codeOf(`/mods?game_slug=${game}&cursor=${text}`);
      expect([text, status, code]).toEqual([text, 400, 'invalid_input']);
    }
  });

  it('a cursor with a NUL is rejected like every other altered cursor', async () => {
    for (const list of lists) {
      for (const text of ['%00', `${cursor}%00`]) {
        expect(await codeOf(`${list}&cursor=${text}`)).toEqual(refused('invalid_cursor'));
      }
    }
  });

  longTest('a cursor of another installation, cluster or version is rejected', async () => {
    const text = Buffer.from(cursor, 'base64url').subarray(16);
    const signed = (keys: Keys, bytes: Buffer) =>
      Buffer.concat([keys.mac('cursors', bytes).subarray(0, 16), bytes]).toString('base64url');
    const { keys, db, roots } = world.platform;
    expect(signed(keys, text)).toBe(cursor);
    const { secret } = await db.serverKey.findUniqueOrThrow({ where: { purpose: 'root' } });
    const content = JSON.parse(text.toString());
    const material = { roots, credentialRoot: secret, lookupSecret: secret };
    const foreign = [
      signed(foreignKeys(), text),
      signed(deriveKeys({ ...material, cluster: 'another cluster' }), text),
      ...[1, 3, '2', null].map((v) => signed(keys, Buffer.from(JSON.stringify({ ...content, v })))),
    ];
    for (const it of foreign) {
      expect(await codeOf(`/mods?game_slug=${game}&cursor=${it}`)).toEqual(
        refused('invalid_cursor'),
      );
    }
  });

  it('a cursor that this service did not create is rejected', async () => {
    const texts = fc.oneof(fc.base64String(), fc.string(), fc.json().map(base64), fc.constant(''));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const [status, code] = await codeOf(`/mods?cursor=${encodeURIComponent(text)}`);
        expect([status, code]).toEqual([400, 'invalid_input']);
      }),
      { numRuns: 40 },
    );
  });

  it('a cursor expires with the frozen order that it walks', async () => {
    const path = `/mods?game_slug=${game}&sort=downloads&limit=1`;
    const page = await world.anon.get(path);
    for (let i = 0; i < 5; i += 1) await freezeRanks(world.platform);
    const next = await codeOf(`${path}&cursor=${page.body.pagination.next_cursor}`);
    expect(next).toEqual(refused('cursor_context_mismatch'));
  });

  it('a cursor expires after the walk lifetime', async () => {
    const page = await world.anon.get(`/mods?game_slug=${game}&limit=1`);
    const path = `/mods?game_slug=${game}&cursor=${page.body.pagination.next_cursor}`;
    world.clock.advance(LIMITS.walkLifetimeSeconds - 60);
    expect((await codeOf(path))[0]).toBe(200);
    world.clock.advance(120);
    expect(await codeOf(path)).toEqual(refused('cursor_context_mismatch'));
  });
});

describe('limit and offset of a page', () => {
  it.each(
    everyNth(
      ['0', '-1', '101', '1.5', '1e2', '%205', '5%20', '%2B5', '0x5', '', 'ten', '5&limit=6'],
      4,
    ),
  )('a limit is a whole number from 1 to 100, not "%s"', async (limit) => {
    for (const list of ['/mods?', '/games?', '/search?q=seeded&']) {
      const { status, body } = await world.anon.get(`${list}limit=${limit}`);
      expect([status, body.code, body.fields?.[0]?.field]).toEqual([400, 'invalid_input', 'limit']);
    }
  });

  it('offset parameters do not change a page', async () => {
    const plain = await world.anon.get('/games?limit=1');
    for (const more of ['offset=1', 'page=2', 'skip=1', 'start=1', 'after=1']) {
      const { status, body } = await world.anon.get(`/games?limit=1&${more}`);
      expect([more, status, body.data]).toEqual([more, 200, plain.body.data]);
    }
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}
