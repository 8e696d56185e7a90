import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { SNAPSHOT, type SnapshotRow } from '../../../src/platform/database/snapshot.js';
import type { Log } from '../../../src/platform/log.js';
import {
  noteComparison,
  noteFill,
  readEngineState,
} from '../../../src/platform/search/meilisearch/engine-state.js';
import { createMeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import { INDEX } from '../../../src/platform/search/meilisearch/settings.js';
import {
  keepToOwnPositions,
  type StoppableSearch,
} from '../../../src/platform/search/own-positions.js';
import { createPostgresSearch } from '../../../src/platform/search/postgres/postgres-search.js';
import { RefusedEntries } from '../../../src/platform/search/search.port.js';
import { createSearchWithFallback } from '../../../src/platform/search/search-with-fallback.js';
import { inScope } from '../../../src/platform/work-scope.js';
import { useWorld } from '../../harness.js';
import {
  type FakeMeilisearch,
  meiliError,
  replies,
  SILENCE,
  startFakeMeilisearch,
} from './fake-meilisearch.js';
import { filterOf, type SearchGame, searchGame } from './search-subject.js';

const KEY = 'hunter2-hunter2-hunter2';
// Searches and tasks of these tests wait to the end; a request to write gets its response.
const PATIENCE = { searchMs: 150, requestMs: 10_000, taskMs: 300 };
const PROBE_MS = 50;

const world = useWorld();
let fake: FakeMeilisearch;
let game: SearchGame;
let search: StoppableSearch;
const warn = vi.fn();
const info = vi.fn();

beforeAll(async () => {
  game = await searchGame(world, 'fallback');
  await game.add({ title: 'Lighthouse' });
});

async function open(): Promise<void> {
  fake = await startFakeMeilisearch();
  const { db } = world.platform;
  await db.searchEngine.deleteMany();
  const primary = createMeiliSearch({ url: fake.url, apiKey: KEY, db, patience: PATIENCE });
  const log = { ...world.platform.log, warn, info } as unknown as Log;
  const fallback = createPostgresSearch(db, log);
  search = createSearchWithFallback({ primary, fallback, log, probeMs: PROBE_MS });
}

afterEach(async () => {
  search?.stop();
  await fake?.close();
  warn.mockClear();
  info.mockClear();
});
afterAll(() => search?.stop());

function find(after: string | null = null, snapshot: string | null = null) {
  const query = { ...filterOf('lighthouse', 'fallback'), snapshot, after, limit: 10 };
  return search.find({ ...query, sort: 'relevance' });
}

it.each([
  ['answers 500', replies(500, 'oops')],
  ['answers 503', meiliError(503, 'too_many_search_requests')],
  ['refuses the key', meiliError(403, 'invalid_api_key')],
  ['has no index', meiliError(400, 'index_not_found')],
  ['has no such index', meiliError(404, 'index_not_found')],
  ['answers no JSON', replies(200, '<html>')],
  ['answers another JSON', replies(200, '[]')],
  ['answers hits without ids', replies(200, '{"hits":[{"id":7}]}')],
  ['does not answer', SILENCE],
  ['closes the connection', (res: { destroy(): void }) => res.destroy()],
] as const)('PostgreSQL answers a search if Meilisearch %s', async (_, answer) => {
  await open();
  fake.answer(answer);
  expect(await find()).toHaveLength(1);
  expect(await search.countFacets(filterOf('lighthouse', 'fallback'))).toMatchObject({ total: 1 });
  expect(search.fallback?.()).toEqual({ isInUse: true, searches: 2 });
  expect(warn).toHaveBeenCalledOnce();
  const logged = JSON.stringify(warn.mock.calls.map(([{ err }]) => [err, err.stack, err.message]));
  expect(logged).not.toContain(KEY);
});

it('searches do not ask Meilisearch during an outage, and ask it again after it', async () => {
  await open();
  fake.answer(SILENCE);
  await find();
  const asked = fake.asked.length;
  const begun = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => find()));
  const probes = 1 + (performance.now() - begun) / PROBE_MS;
  expect(fake.asked.length - asked).toBeLessThanOrEqual(probes);
  fake.answer(replies(200, '{"hits":[]}'));
  await vi.waitUntil(() => search.fallback?.().isInUse === false, { timeout: 10_000 });
  expect(info).toHaveBeenCalledOnce();
  expect(await find()).toEqual([]);
});

it('PostgreSQL answers searches, with one warning, while Meilisearch responds to pings and fails every search', async () => {
  await open();
  const ping = replies(200, '{"hits":[]}');
  const failure = meiliError(500, 'internal');
  let pings = 0;
  fake.answer((res, path, body) => {
    const isPing = body.includes('"q":""');
    if (isPing) pings += 1;
    (isPing ? ping : failure)(res, path, body);
  });
  expect(await find()).toHaveLength(1);
  await vi.waitUntil(() => pings > 3, { timeout: 10_000 });
  expect(search.fallback?.().isInUse).toBe(true);
  expect([warn.mock.calls.length, info.mock.calls.length]).toEqual([1, 0]);
  fake.answer(ping);
  await vi.waitUntil(() => search.fallback?.().isInUse === false, { timeout: 10_000 });
  expect(info).toHaveBeenCalledOnce();
});

it('Meilisearch is used again after an outage although the client of the failed search is gone', async () => {
  await open();
  const client = new AbortController();
  fake.answer((...request) => {
    client.abort();
    meiliError(500, 'internal')(...request);
  });
  const scope = { lane: 'requests', gone: client.signal } as const;
  await expect(inScope(scope, () => find())).rejects.toThrow('the client has gone');
  expect(search.fallback?.().isInUse).toBe(true);
  fake.answer(replies(200, '{"hits":[]}'));
  await vi.waitUntil(() => search.fallback?.().isInUse === false, { timeout: 10_000 });
});

it('PostgreSQL answers searches that Meilisearch refuses as wrong, with one warning and without an outage', async () => {
  await open();
  fake.answer(meiliError(400, 'invalid_search_filter'));
  expect(await find()).toHaveLength(1);
  expect(await find()).toHaveLength(1);
  expect(search.fallback?.()).toEqual({ isInUse: false, searches: 2 });
  expect(warn.mock.calls).toEqual([[expect.anything(), 'Meilisearch refuses a search']]);
});

it.each(['latest', 'trending', 'downloads'] as const)(
  'PostgreSQL counts the facets of the order %s, as it serves the list',
  async (sort) => {
    await open();
    const query = { ...filterOf('lighthouse', 'fallback'), sort };
    expect((await search.countFacets(query)).total).toBeGreaterThan(0);
    expect(fake.asked).toEqual([]);
    expect(search.fallback?.()).toEqual({ isInUse: false, searches: 0 });
  },
);

it('a write that Meilisearch does not take rejects, is in PostgreSQL, and keeps searches there', async () => {
  await open();
  const entry = await game.publish({ title: 'Lighthouse Keeper' });
  fake.answer(meiliError(500, 'io_error'));
  await expect(search.index([entry])).rejects.toThrow('500 io_error');
  fake.answer(replies(200, '{"hits":[]}'));
  expect((await find()).map(({ modId }) => modId)).toContain(entry.modId);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0].err.message).toBe('the index lacks writes');
});

it('Meilisearch gets all entries of a write of which PostgreSQL refuses one', async () => {
  await open();
  const { db, log } = world.platform;
  const refused = new RefusedEntries([], null);
  const index = vi.fn(async () => undefined);
  const meilisearch = createMeiliSearch({ url: fake.url, apiKey: KEY, db, patience: PATIENCE });
  const postgres = { ...createPostgresSearch(db, log), index: () => Promise.reject(refused) };
  const both = createSearchWithFallback({
    primary: { ...meilisearch, index },
    fallback: postgres,
    log,
    probeMs: PROBE_MS,
  });
  await expect(both.index([])).rejects.toBe(refused);
  expect(index).toHaveBeenCalledOnce();
  both.stop();
});

it('the index of Meilisearch is compared after mods that PostgreSQL lacked, in case a repair is killed', async () => {
  await open();
  const { db, log } = world.platform;
  const primary = createMeiliSearch({ url: fake.url, apiKey: KEY, db, patience: PATIENCE });
  const outdated: string[] = [];
  const fallback = { ...createPostgresSearch(db, log), outdated: async () => outdated };
  const both = createSearchWithFallback({ primary, fallback, log, probeMs: PROBE_MS });
  await noteComparison(db, INDEX, await readEngineState(db, INDEX));
  const isCompared = async () => (await readEngineState(db, INDEX)).isCompared;
  await both.outdated();
  expect(await isCompared()).toBe(true);
  outdated.push('mod');
  expect(await both.outdated()).toEqual(['mod']);
  expect(await isCompared()).toBe(false);
  both.stop();
});

it('a failed task makes a write reject', async () => {
  await open();
  const entry = await game.publish({ title: 'Lighthouse Tower' });
  fake.answer((res, path, sent) => {
    const task = { taskUid: 7, status: 'enqueued' };
    const failed = {
      uid: 7,
      status: 'failed',
      type: 'documentAdditionOrUpdate',
      error: { code: 'no_space_left_on_device', message: 'No space left on device' },
    };
    const body = path.startsWith('/tasks/') ? failed : { ...task, results: [] };
    replies(200, JSON.stringify(body))(res, path, sent);
  });
  await expect(search.index([entry])).rejects.toThrow('No space left on device');
});

it('a task that never ends makes a write reject in time', async () => {
  await open();
  const entry = await game.publish({ title: 'Lighthouse Lamp' });
  fake.answer(replies(200, JSON.stringify({ taskUid: 7, status: 'enqueued', results: [] })));
  await expect(search.index([entry])).rejects.toThrow('timeout of 300ms');
});

it('a walk of one engine is refused by the other one with cursor_context_mismatch', async () => {
  await open();
  fake.answer(meiliError(500, 'internal'));
  const position = 'meilisearch:[1,0,"00000000-0000-0000-0000-000000000000",0]';
  const mismatch = { fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }] };
  await expect(find(position)).rejects.toMatchObject({ extensions: mismatch });
  const postgres = keepToOwnPositions(createPostgresSearch(world.platform.db, world.platform.log));
  const query = { ...filterOf('lighthouse', 'fallback'), snapshot: null, limit: 10 };
  await expect(
    postgres.find({ ...query, sort: 'relevance', after: position }),
  ).rejects.toMatchObject({ extensions: mismatch });
});

it('a walk of Meilisearch that began before its index was filled is refused, and a later one goes on', async () => {
  await open();
  const { db } = world.platform;
  const position = 'meilisearch:[1,0,"00000000-0000-0000-0000-000000000000",0]';
  const snapshotNow = async () => {
    const [row] = await db.$queryRaw<SnapshotRow[]>`select ${SNAPSHOT}`;
    return row?.snapshot ?? null;
  };
  const before = await snapshotNow();
  await noteFill(db, INDEX);
  const mismatch = { fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }] };
  await expect(find(position, before)).rejects.toMatchObject({ extensions: mismatch });
  expect(await find(position, await snapshotNow())).toEqual([]);
  expect(search.fallback?.()).toEqual({ isInUse: false, searches: 0 });
});

it('a walk of Meilisearch gets a retryable error while too many searches wait for Meilisearch', async () => {
  await open();
  fake.answer(SILENCE);
  const position = 'meilisearch:[1,0,"00000000-0000-0000-0000-000000000000",0]';
  const walks = Promise.allSettled(Array.from({ length: 64 }, () => find(position)));
  const busy = expect.objectContaining({ code: 'service_unavailable', status: 503 });
  await expect(find(position)).rejects.toEqual(busy);
  await walks;
});

it('a walk of PostgreSQL continues there after an outage', async () => {
  await open();
  const [first] = await createPostgresSearch(world.platform.db, world.platform.log).find({
    ...filterOf('lighthouse', 'fallback'),
    sort: 'relevance',
    snapshot: null,
    after: null,
    limit: 1,
  });
  const rest = await find(first?.position ?? null);
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.map(({ modId }) => modId)).not.toContain(first?.modId);
  expect(fake.asked).toEqual([]);
});

it('a rebuild without Meilisearch rebuilds the index in PostgreSQL, and rejects', async () => {
  await open();
  const entry = await game.publish({ title: 'Lighthouse Rock' });
  fake.answer(meiliError(500, 'internal'));
  async function* batches() {
    yield [entry];
  }
  await expect(search.rebuild(batches())).rejects.toThrow('500');
  expect((await find()).map(({ modId }) => modId)).toEqual([entry.modId]);
});
