import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchStatements } from '../../src/platform/database/connect.js';
import { silentLog } from '../../src/platform/log.js';
import { LIMITS } from '../../src/registry/limits.js';
import { type Service, startService } from '../../src/server/service.js';
import { type Actor, type Answer, anonymous } from '../actors.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';
import { CHANGES, type Stock } from './catalog-changes.js';
import { seedMod, seedVersion, shelfOf } from './catalog-rows.js';
import { etagOf, type PublicRead, publicReads, shown } from './public-routes.js';

const PUBLIC = 'public, max-age=0, s-maxage=0, no-cache, must-revalidate';
const VARY = 'Accept-Encoding, Authorization, Cookie';

/** Both services share one public URL: an ETag identifies a response, not a process. */
const world = useWorld({ PUBLIC_URL: 'https://mods.test' });
let shelves = 0;
let stock: Stock;
let reads: PublicRead[];

/** The ETag of a page with a next page changes every 15 minutes, also between two requests. */
beforeAll(() => world.clock.stop());

/** Each test has its own shelf, so its changes do not affect another test. */
beforeEach(async () => {
  shelves += 1;
  const slug = `shelf-${shelves}`;
  await newGame(world, slug);
  const shelf = await shelfOf(world, slug);
  const other = await seedMod(world, shelf, { title: { en: 'Seeded other' } });
  const versions = [
    { version: '1.0.0', dependencies: [{ kind: 'required' as const, modId: other.modId }] },
  ];
  const mod = await seedMod(world, shelf, { title: { en: 'Seeded' }, versions });
  stock = { shelf, mod, other };
  const version_id = mod.versions[0]?.versionId ?? '';
  reads = publicReads({ game_slug: slug, mod_id: mod.modId, version_id });
});

const get = (path: string, headers = {}) => world.anon.get(path, headers);

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

  it('every public route returns the headers of GET for HEAD, for a 200 and for a 304', async () => {
    // fetch closes the connection after each HEAD; the length is compared below.
    const ofMessage = ['date', 'x-request-id', 'content-length', 'connection', 'keep-alive'];
    const lasting = ({ status, headers }: Answer) => [
      status,
      [...headers].filter(([name]) => !ofMessage.includes(name)),
    ];
    for (const { path } of reads) {
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
  });

  it('every public route has the same ETag under /v1 and /api/v1', async () => {
    for (const { path } of reads) {
      const compatible = await get(`/api/v1${path}`, { 'If-None-Match': etagOf(await get(path)) });
      expect([path, compatible.status]).toEqual([path, 304]);
    }
  });

  it('every public route accepts weak, strong and listed ETags and ignores malformed ones', async () => {
    for (const { path } of reads) {
      const etag = etagOf(await get(path));
      const strong = etag.replace('W/', '');
      for (const held of ['*', ' * ', strong, `"a", ${etag}`, `W/"a" ,${strong},"b"`]) {
        const answer = await get(path, { 'If-None-Match': held });
        expect([path, held, answer.status]).toEqual([path, held, 304]);
      }
      const bare = strong.slice(1, -1);
      for (const none of [
        '',
        ',',
        bare,
        `"${bare}`,
        `w/${strong}`,
        `W/ ${strong}`,
        '"a", *',
        'W/',
      ]) {
        const answer = await get(path, { 'If-None-Match': none });
        expect([path, none, answer.status]).toEqual([path, none, 200]);
        expect(etagOf(answer)).toBe(etag);
      }
    }
  });

  it('no public route returns 304 or the public ETag to a credential or a cookie', async () => {
    const alice = await world.creator(`alice-${shelves}`);
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
  });

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
    return seen;
  }

  it('a 304 runs one small statement in any process for a page of any length', async () => {
    const { shelf, mod, other } = stock;
    for (let i = 0; i < 20; i += 1) {
      await seedMod(world, shelf, { title: { en: `Seeded ${i}` } });
      const dependencies = [{ kind: 'optional' as const, modId: other.modId }];
      await seedVersion(world, shelf, mod.modId, { version: `2.${i}.0`, dependencies });
    }
    const narrow = `game_slug=shelf-${shelves}&limit=20`;
    const lists = [
      ...['latest', 'downloads', 'trending'].map((sort) => `/mods?${narrow}&sort=${sort}`),
      ...['relevance', 'latest', 'trending'].map(
        (sort) => `/search?q=seeded&${narrow}&sort=${sort}`,
      ),
      `/search?q=nothing-like-it&${narrow}`,
      `/mods/${mod.modId}/versions?limit=20`,
      `/mods/${mod.modId}/versions?loader=forge`,
      '/mods?game_slug=none',
    ];
    for (const path of [...reads.map((read) => read.path), ...lists]) {
      const etag = etagOf(await get(path));
      const statements = await statementsOf(async () => {
        const answer = await stranger.get(path, { 'If-None-Match': etag });
        expect([path, answer.status]).toEqual([path, 304]);
      });
      expect([path, statements.length]).toEqual([path, 1]);
      expect(statements[0]).not.toMatch(/\b(m\.snapshot|changelog|build_metadata|requirements)\b/);
    }
  });

  it('the next page of a walk has its own ETag and returns 304 for it', async () => {
    const first = await get('/mods?limit=1');
    const path = `/mods?limit=1&cursor=${first.body.pagination.next_cursor}`;
    const etag = etagOf(await get(path));
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
    expect(etag).not.toBe(etagOf(first));
  });

  it('a page returns 200 with a new cursor before its cursor expires, and a last page stays 304', async () => {
    const held = etagOf(await get('/mods?limit=1'));
    world.clock.advance(LIMITS.walkRenewalSeconds);
    const renewed = await get('/mods?limit=1', { 'If-None-Match': held });
    expect(renewed.status).toBe(200);
    const last = `/mods?limit=100&game_slug=shelf-${shelves}`;
    const etag = etagOf(await get(last));
    world.clock.advance(LIMITS.walkRenewalSeconds);
    expect((await get(last, { 'If-None-Match': etag })).status).toBe(304);
  });
});

/** The operations in this file whose responses show a change. */
const SEEN: Readonly<Record<keyof typeof CHANGES, readonly string[]>> = (() => {
  const mods = ['listMods', 'searchCatalog', 'getMod'];
  const versions = ['listModVersions', 'getModVersion'];
  const gameNames = ['listGames', 'getGame', 'listCatalogCategories'];
  return {
    title: mods,
    description: mods,
    'access tier': mods,
    "author's name": mods,
    'categories of a mod': mods,
    cover: mods,
    gallery: mods,
    'downloads count': mods,
    'a mod is hidden, or shown again': [...mods, ...versions, 'listModDependencies'],
    'a further mod': ['listMods', 'searchCatalog'],
    'a further version': [...mods, 'listModVersions', 'listModDependencies'],
    changelog: versions,
    'a version is withdrawn, or published again': [...mods, ...versions, 'listModDependencies'],
    'scan of a file': versions,
    'state of a file': versions,
    'label of a file': versions,
    'upload of a file': versions,
    'blob of a file': versions,
    'a dependency is added': [...versions, 'listModDependencies'],
    'dependencies are removed': [...versions, 'listModDependencies'],
    'name of a game': gameNames,
    'versions of a game': ['listGames', 'getGame'],
    'name of a category': ['listCatalogCategories'],
    'a further category': ['listCatalogCategories'],
  };
})();

const kinds = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

describe('validity of ETags', () => {
  const askAll = () => Promise.all(reads.map(({ path }) => get(path)));

  it.each(kinds)('the ETag changes on exactly the routes that show: %s', async (kind) => {
    const before = await askAll();
    await CHANGES[kind](world, stock, 0);
    const after = await askAll();
    const changed = reads.filter((_, at) => {
      const [old, now] = [before[at], after[at]];
      return old && now && shown(old) !== shown(now);
    });
    expect(changed.map((read) => read.operationId).sort()).toEqual([...SEEN[kind]].sort());
    for (const [at, { path }] of reads.entries()) {
      const [old, now] = [before[at], after[at]];
      if (!old || !now) throw new Error('an answer is missing');
      const asked = await get(path, { 'If-None-Match': etagOf(old) });
      if (shown(old) !== shown(now)) expect([path, shown(asked)]).toEqual([path, shown(now)]);
      else expect([path, asked.status]).toEqual([path, 304]);
    }
  });

  it('an ETag identifies one response for any sequence of changes', async () => {
    const answers = new Map<string, string>();
    const notice = (answer: Answer, path: string) => {
      const etag = answer.headers.get('etag');
      if (etag === null) return;
      const known = answers.get(etag) ?? shown(answer);
      expect([path, shown(answer)]).toEqual([path, known]);
      answers.set(etag, known);
    };
    let nth = 0;
    const sequences = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        for (const kind of sequence) {
          nth += 1;
          await CHANGES[kind](world, stock, nth);
          const [now, again] = [await askAll(), await askAll()];
          for (const [at, { path }] of reads.entries()) {
            const [one, two] = [now[at], again[at]];
            if (!one || !two) throw new Error('an answer is missing');
            notice(one, path);
            expect([path, two.headers.get('etag')]).toEqual([path, one.headers.get('etag')]);
          }
        }
      }),
      // Each change is also made twice in a row: a change that cannot be repeated fails here for
      // every seed.
      { numRuns: 7, examples: [[kinds.flatMap((kind) => [kind, kind])]] },
    );
  });

  it('an ETag identifies one response during concurrent writes', async () => {
    const paths = reads.map((read) => read.path).filter((it) => it.includes('/versions'));
    const answers = new Map<string, Set<string>>();
    const moving = [
      'state of a file',
      'scan of a file',
      'a dependency is added',
      'dependencies are removed',
    ] as const;
    let ended = false;
    // A failed loop stops the others.
    const untilEnd = (work: () => Promise<unknown>) =>
      work().finally(() => {
        ended = true;
      });
    const write = async () => {
      // On a busy machine many writes may happen between two reads.
      for (let nth = 0; !ended && (nth < 20 || answers.size <= 10); nth += 1) {
        for (const kind of moving) await CHANGES[kind](world, stock, nth);
      }
    };
    const read = async () => {
      while (!ended) {
        for (const path of paths) {
          const answer = await get(path);
          const etag = etagOf(answer);
          answers.set(etag, (answers.get(etag) ?? new Set()).add(shown(answer)));
        }
      }
    };
    await Promise.all([write, read, read, read].map(untilEnd));
    for (const bodies of answers.values()) expect([...bodies]).toHaveLength(1);
  });
});
