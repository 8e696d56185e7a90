import { describe, expect, it } from 'vitest';
import { MEILISEARCH_BIN, NEEDS_MEILISEARCH } from '../../platform/search/meilisearch-server.js';
import { useMeilisearchWorld } from '../../platform/search/meilisearch-world.js';
import { searchAttack } from './attack.js';

describe.skipIf(MEILISEARCH_BIN === undefined)(`with a Meilisearch${NEEDS_MEILISEARCH}`, () => {
  const world = useMeilisearchWorld({ jobs: 'when-settled' });

  searchAttack('Meilisearch', world);

  it('Meilisearch refuses no request of these searches, and answers them itself', () => {
    expect(world.platform.search.fallback?.()).toEqual({ isInUse: false, searches: 0 });
  });
});
