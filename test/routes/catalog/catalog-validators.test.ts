import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchStatements } from '../../../src/platform/database/connect.js';
import { silentLog } from '../../../src/platform/log.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { type Service, startService } from '../../../src/server/service.js';
import { type Actor, type Answer, anonymous } from '../../actors.js';
import { longTest, someOf } from '../../rounds.js';
import { seedMod, seedVersion } from './catalog-rows.js';
import { etagOf } from './public-routes.js';
import { get, reads, slug, stock, useStock, world } from './validator-stock.js';

useStock();

const PUBLIC = 'public, max-age=0, s-maxage=0, no-cache, must-revalidate';
const VARY = 'Accept-Encoding, Authorization, Cookie';

/** A third of the public routes, from the place `turn` on; the turns together cover all. */
const aThird = (turn: number) => {
  const few = Math.ceil(reads.length / 3);
  return someOf(reads, few, turn * few);
};

describe('ETags of public routes', () => {
  it('every public route returns an empty 304 with the headers of the 200 for a matching ETag', async () => {
    for (const { path } of reads) {
      const whole = await get(path);
      expect([path, whole.status]).toEqual([path, 200]);
      for (const more of [{}, { 'Cache-Control': 'no-cache' }, { Pragma: 'no-cache' }]) {
        const again = await get(path, {
          'If-None-Match': etagOf(whole),
          'X-Request-Id': 'a-request-of-mine',
          ...more,
        });
        expect([path, again.status, again.text]).toEqual([path, 304, '']);
        expect(etagOf(again)).toBe(etagOf(whole));
        expect(again.headers.get('cache-control')).toBe(PUBLIC);
        expect(again.headers.get('vary')).toBe(VARY);
        expect(again.headers.get('x-request-id')).toBe('a-request-of-mine');
        for (const ofBody of ['content-type', 'content-length', 'transfer-encoding']) {
          expect([path, ofBody, again.headers.get(ofBody)]).toEqual([path, ofBody, null]);
        }
      }
    }
  });

  longTest(
    'public routes return the headers of GET for HEAD, for a 200 and for a 304',
    async () => {
      // fetch closes the connection after each HEAD; the length is compared below.
      const ofMessage = ['date', 'x-request-id', 'content-length', 'connection', 'keep-alive'];
      const lasting = ({ status, headers }: Answer) => [
        status,
        [...headers].filter(([name]) => !ofMessage.includes(name)),
      ];
      for (const { path } of aThird(0)) {
        const whole = await get(path);
        for (const headers of [{}, { 'If-None-Match': etagOf(whole) }]) {
          const head = await world.anon.request('HEAD', path, { headers });
          expect([path, head.text]).toEqual([path, '']);
          expect(lasting(head)).toEqual(lasting(await get(path, headers)));
        }
        const plain = { headers: { 'Accept-Encoding': 'identity' } };
        const { headers } = await world.anon.request('HEAD', path, plain);
        const { headers: uncoded } = await world.anon.request('GET', path, plain);
        // The cursor of a page has the same length at any time.
        expect(headers.get('content-length')).toBe(uncoded.get('content-length'));
      }
    },
  );

  it('public routes have the same ETag under /v1 and /api/v1', async () => {
    for (const { path } of aThird(1)) {
      const compatible = await get(`/api/v1${path}`, { 'If-None-Match': etagOf(await get(path)) });
      expect([path, compatible.status]).toEqual([path, 304]);
    }
  });

  longTest(
    'public routes accept weak, strong and listed ETags and ignore malformed ones',
    async () => {
      for (const [at, { path }] of aThird(2).entries()) {
        const etag = etagOf(await get(path));
        const strong = etag.replace('W/', '');
        const accepted = ['*', ' * ', strong, `"a", ${etag}`, `W/"a" ,${strong},"b"`];
        for (const held of someOf(accepted, 2, 2 * at)) {
          const answer = await get(path, { 'If-None-Match': held });
          expect([path, held, answer.status]).toEqual([path, held, 304]);
        }
        const bare = strong.slice(1, -1);
        const empty = ['', ',', 'W/'];
        const malformed = [...empty, bare, `"${bare}`, `w/${strong}`, `W/ ${strong}`, '"a", *'];
        for (const none of someOf(malformed, 2, 2 * at)) {
          const answer = await get(path, { 'If-None-Match': none });
          expect([path, none, answer.status]).toEqual([path, none, 200]);
          expect(etagOf(answer)).toBe(etag);
        }
      }
    },
  );

  longTest(
    'no public route returns 304 or the public ETag to a credential or a cookie',
    async () => {
      const alice = await world.creator(`alice-${slug}`);
      for (const { path } of reads) {
        const etag = etagOf(await get(path));
        for (const held of [etag, '*']) {
          const answers = [
            await alice.get(path, { 'If-None-Match': held }),
            await get(path, { 'If-None-Match': held, Cookie: 'theme=dark' }),
            await alice.get(path, { 'If-None-Match': held, Cookie: 'theme=dark' }),
          ];
          for (const { status, headers } of answers) {
            expect([path, status, headers.get('cache-control')]).toEqual([
              path,
              200,
              'private, no-store',
            ]);
            expect(headers.get('etag') ?? '').not.toMatch(/^W\//);
            expect(headers.get('vary')).toBe(VARY);
          }
        }
      }
    },
  );

  it('the ETag of every public route is opaque and differs for other variables', async () => {
    const seen = new Set<string>();
    for (const { path } of reads) {
      const etag = etagOf(await get(path));
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
      seen.add(etag);
    }
    seen.add(etagOf(await get('/mods?limit=2')));
    seen.add(etagOf(await get('/mods?limit=3')));
    expect(seen.size).toBe(reads.length + 2);
  });

  it('If-None-Match: * does not turn a 404 or a 400 into a 304', async () => {
    const paths = ['/games/none', `/mods/${stock.shelf.userId}`];
    for (const path of [...paths, `/mods/${stock.shelf.userId}/versions`, '/mods?limit=0']) {
      const { status, headers } = await get(path, { 'If-None-Match': '*' });
      expect([path, status]).toEqual([path, path.endsWith('=0') ? 400 : 404]);
      expect(headers.get('etag')).toBeNull();
    }
  });
});

describe('304 Not Modified', () => {
  let cold: Service;
  let stranger: Actor;

  /** A second process on the same database without documents in memory. */
  beforeAll(async () => {
    const { config, clock } = world.platform;
    cold = await startService({ config, clock, log: silentLog, mode: 'api' });
    stranger = anonymous(cold.localUrl);
  });
  afterAll(() => cold.stop());

  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const seen: string[] = [];
    const stop = watchStatements(cold.platform.db, (sql) => seen.push(sql));
    await work();
    stop();
    // A process reads the synonyms of all searches every few seconds.
    return seen.filter((sql) => !sql.includes('search_synonyms'));
  }

  /** The most statements of a search: its dictionary, its corrections and a page. */
  const SEARCH = 3;
  /** Parts of a response that are read with statements of their own. */
  const PARTS: Readonly<Record<string, number>> = {
    searchCatalog: SEARCH,
    searchFacets: SEARCH + 1,
    suggest: SEARCH + 2,
  };

  it('a 304 runs one small statement for each part, in any process and for a page of any length', async () => {
    const { shelf, mod, other } = stock;
    for (let i = 0; i < 5; i += 1) {
      await seedMod(world, shelf, { title: { en: `Seeded ${i}` } });
      const dependencies = [{ kind: 'optional' as const, modId: other.modId }];
      await seedVersion(world, shelf, mod.modId, { version: `2.${i}.0`, dependencies });
    }
    const narrow = `game_slug=${slug}&limit=5`;
    const lists = [
      ...['latest', 'downloads', 'trending'].map((sort) => `/mods?${narrow}&sort=${sort}`),
      ...['relevance', 'latest', 'trending'].map(
        (sort) => `/search?q=seeded&${narrow}&sort=${sort}`,
      ),
      `/search?q=nothing-like-it&${narrow}`,
      `/mods/${mod.modId}/versions?limit=5`,
      `/mods/${mod.modId}/versions?loader=forge`,
      '/mods?game_slug=none',
    ];
    const pages = lists.map((path) => ({
      operationId: path.startsWith('/search') ? 'searchCatalog' : '',
      path,
    }));
    for (const { operationId, path } of [...reads, ...pages]) {
      const etag = etagOf(await get(path));
      const statements = await statementsOf(async () => {
        const answer = await stranger.get(path, { 'If-None-Match': etag });
        expect([path, answer.status]).toEqual([path, 304]);
      });
      expect(statements.length, path).toBeGreaterThan(0);
      expect(statements.length, path).toBeLessThanOrEqual(PARTS[operationId] ?? 1);
      expect(statements.join()).not.toMatch(
        /\b(m\.snapshot|changelog|build_metadata|requirements)\b/,
      );
    }
  });

  longTest('the next page of a walk has its own ETag and returns 304 for it', async () => {
    const first = await get('/mods?limit=1');
    const path = `/mods?limit=1&cursor=${first.body.pagination.next_cursor}`;
    const etag = etagOf(await get(path));
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
    expect(etag).not.toBe(etagOf(first));
  });

  longTest(
    'a page returns 200 with a new cursor before its cursor expires, and a last page stays 304',
    async () => {
      const held = etagOf(await get('/mods?limit=1'));
      world.clock.advance(LIMITS.walkRenewalSeconds);
      const renewed = await get('/mods?limit=1', { 'If-None-Match': held });
      expect(renewed.status).toBe(200);
      const last = `/mods?limit=100&game_slug=${slug}`;
      const etag = etagOf(await get(last));
      world.clock.advance(LIMITS.walkRenewalSeconds);
      expect((await get(last, { 'If-None-Match': etag })).status).toBe(304);
    },
  );
});
