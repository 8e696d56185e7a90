import { describe, expect, it } from 'vitest';
import { searchContract } from './contract.js';
import { MEILISEARCH_BIN, NEEDS_MEILISEARCH } from './meilisearch-server.js';
import { useMeilisearchWorld } from './meilisearch-world.js';

describe.skipIf(MEILISEARCH_BIN === undefined)(`with a Meilisearch${NEEDS_MEILISEARCH}`, () => {
  const world = useMeilisearchWorld();

  searchContract('Meilisearch', world);

  it('Meilisearch answered every search of its contract itself', () => {
    expect(world.platform.search.fallback?.()).toEqual({ isInUse: false, searches: 0 });
  });
});
