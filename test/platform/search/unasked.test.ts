import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import { wasAsked } from '../../../src/platform/search/unasked.js';
import { useWorld } from '../../harness.js';
import { type FakeMeilisearch, startFakeMeilisearch } from './fake-meilisearch.js';
import { filterOf, searchGame } from './search-subject.js';

const world = useWorld();
let fake: FakeMeilisearch;
beforeAll(async () => {
  await searchGame(world, 'unasked');
  fake = await startFakeMeilisearch();
});
afterAll(() => fake.close());

it.each([
  ['an existing game', 'unasked', 'lighthouse', true],
  ['a game that is gone', 'no-such-game', 'lighthouse', false],
  ['a text without words', 'unasked', '…', false],
])(
  'a search and a count of %s prove that Meilisearch works only if it got a request',
  async (_, game, text, isAsked) => {
    const engine = createMeiliSearch({ url: fake.url, apiKey: 'hunter2', db: world.platform.db });
    const before = fake.asked.length;
    const filter = filterOf(text, game);
    const hits = await engine.find({
      ...filter,
      sort: 'relevance',
      snapshot: null,
      after: null,
      limit: 10,
    });
    const counts = await engine.countFacets(filter);
    expect([wasAsked(hits), wasAsked(counts)]).toEqual([isAsked, isAsked]);
    expect(fake.asked.length > before).toBe(isAsked);
  },
);
