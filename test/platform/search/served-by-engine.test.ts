import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import { isFromEngine } from '../../../src/platform/search/served-by-engine.js';
import { useWorld } from '../../harness.js';
import { type FakeMeilisearch, startFakeMeilisearch } from './fake-meilisearch.js';
import { filterOf, searchGame } from './search-subject.js';

const world = useWorld();
let fake: FakeMeilisearch;
beforeAll(async () => {
  await searchGame(world, 'served');
  fake = await startFakeMeilisearch();
});
afterAll(() => fake.close());

it.each([
  ['an existing game', 'served', 'lighthouse', true],
  ['a game that is gone', 'no-such-game', 'lighthouse', false],
  ['a text without words', 'served', '…', false],
])(
  'a search and a count of %s prove that Meilisearch works only if it got a request',
  async (_, game, text, isAsked) => {
    const engine = createMeiliSearch({ url: fake.url, apiKey: 'hunter2', db: world.platform.db });
    const before = fake.asked.length;
    const filter = filterOf(text, game);
    const hits = await engine.find({
      ...filter,
      snapshot: null,
      after: null,
      limit: 10,
    });
    const counts = await engine.countFacets(filter);
    expect([isFromEngine(hits), isFromEngine(counts)]).toEqual([isAsked, isAsked]);
    expect(fake.asked.length > before).toBe(isAsked);
  },
);
