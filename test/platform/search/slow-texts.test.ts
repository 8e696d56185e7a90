import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createMeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import type { StoppableSearch } from '../../../src/platform/search/own-positions.js';
import { createPostgresSearch } from '../../../src/platform/search/postgres/postgres-search.js';
import { createSearchWithFallback } from '../../../src/platform/search/search-with-fallback.js';
import { createSlowTexts } from '../../../src/platform/search/slow-texts.js';
import { useWorld } from '../../harness.js';
import {
  type FakeAnswer,
  type FakeMeilisearch,
  replies,
  SILENCE,
  startFakeMeilisearch,
} from './fake-meilisearch.js';
import { filterOf, searchGame } from './search-subject.js';

const PATIENCE = { searchMs: 500, requestMs: 10_000, taskMs: 300 };
const SLOW = ['slowest', 'slowish', 'slowly', 'slowness'];

const world = useWorld();
let fake: FakeMeilisearch;
let search: StoppableSearch;
let found: string;

beforeAll(async () => {
  const game = await searchGame(world, 'slow');
  const [entry] = await game.add({ title: 'Lighthouse' });
  const hit = { id: entry?.modId, popularity: 0, writtenIn: '1' };
  found = JSON.stringify({ hits: [hit] });
});

/** Searches that begin with `probeMs` between two pings of an outage. */
async function open(probeMs: number): Promise<void> {
  fake = await startFakeMeilisearch();
  const { db, log } = world.platform;
  const primary = createMeiliSearch({ url: fake.url, apiKey: 'key', db, patience: PATIENCE });
  const fallback = createPostgresSearch(db, log);
  search = createSearchWithFallback({ primary, fallback, log, probeMs });
}

afterEach(async () => {
  search.stop();
  await fake.close();
});

/** Answers pings and the searches of which `isSlow` is false. */
const answers =
  (isSlow: (body: string) => boolean): FakeAnswer =>
  (res, path, body) =>
    (isSlow(body) ? SILENCE : replies(200, found))(res, path, body);
const slowTexts = answers((body) => body.includes('slow'));
const pingsOnly = answers((body) => !body.includes('"q":""'));

const find = (text: string) => {
  const query = { ...filterOf(text, null), snapshot: null, after: null, limit: 10 };
  return search.find({ ...query, sort: 'relevance' });
};
const state = () => search.fallback?.();

it('a text that takes too long in Meilisearch comes from PostgreSQL, and other texts stay in Meilisearch', async () => {
  await open(60_000);
  fake.answer(slowTexts);
  expect(await find('slowly')).toEqual([]);
  expect(await find('lighthouse')).toHaveLength(1);
  const asked = fake.asked.length;
  await find('slowly');
  await search.countFacets(filterOf('slowly', null));
  expect(fake.asked.length).toBe(asked);
  expect(await search.countFacets(filterOf('lighthouse', null))).toMatchObject({ total: 1 });
  expect(state()).toEqual({ isInUse: false, searches: 3 });
});

it('slow texts count as many only without a search that has hits while they run', () => {
  const slow = createSlowTexts();
  const begin = () => SLOW.map((text) => slow.begin(text));
  const running = begin();
  slow.begin('lighthouse').succeeded();
  for (const one of running) one.tookTooLong();
  expect([slow.areMany(), slow.has('slowly')]).toEqual([false, true]);
  for (const one of ['same', 'same', 'same'].map(slow.begin)) one.tookTooLong();
  expect(slow.areMany()).toBe(false);
  for (const one of begin()) one.tookTooLong();
  expect(slow.areMany()).toBe(true);
  slow.begin('lighthouse').succeeded();
  expect(slow.areMany()).toBe(false);
});

it('PostgreSQL serves all searches while Meilisearch responds to pings but to no search', async () => {
  await open(10);
  fake.answer(pingsOnly);
  for (const text of SLOW.slice(0, 3)) await find(text);
  expect(state()?.isInUse).toBe(true);
  const pings = () => fake.asked.length;
  const before = pings();
  await vi.waitUntil(() => pings() > before + 5, { timeout: 20_000 });
  await Promise.all(Array.from({ length: 20 }, (_, at) => find(`text ${at}`)));
  expect(state()).toEqual({ isInUse: true, searches: 23 });
  fake.answer(slowTexts);
  // The failed texts still take too long, so only a search with hits proves that Meilisearch works.
  await vi.waitUntil(async () => (await find('lighthouse')) && state()?.isInUse === false, {
    timeout: 20_000,
  });
  await find('lighthouse');
  const { searches } = state() ?? {};
  await Promise.all([find('lighthouse'), find('lighthouse')]);
  expect(state()).toEqual({ isInUse: false, searches });
});
