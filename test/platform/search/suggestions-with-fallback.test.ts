import { expect, it, vi } from 'vitest';
import type { MeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import { createSearchWithFallback } from '../../../src/platform/search/search-with-fallback.js';
import { useWorld } from '../../harness.js';
import { filterOf, searchGame } from './search-subject.js';

const world = useWorld();

it('suggestions come from PostgreSQL as soon as it has a mod, while a write to Meilisearch hangs', async () => {
  const { search: fallback, log } = world.platform;
  let isWriting = false;
  let end: () => void = () => undefined;
  const find = vi.fn<MeiliSearch['find']>();
  const index = () => {
    isWriting = true;
    return new Promise<void>((resolve) => (end = resolve));
  };
  const primary = { find, index } as unknown as MeiliSearch;
  const search = createSearchWithFallback({ primary, fallback, log });
  const game = await searchGame(world, 'suggested');
  const entry = await game.publish({ title: 'Lighthouse Bell' });
  const writing = search.index([entry]);
  await vi.waitUntil(() => isWriting);
  const suggested = await search.find({
    ...filterOf('lighthouse be', 'suggested'),
    sort: 'relevance',
    snapshot: null,
    after: null,
    limit: 5,
    titlesOnly: true,
  });
  expect(suggested.map(({ modId }) => modId)).toEqual([entry.modId]);
  expect(find).not.toHaveBeenCalled();
  expect(search.fallback?.()).toEqual({ isInUse: false, searches: 0 });
  end();
  await writing;
  search.stop();
});
