import { afterAll, beforeAll, describe, it } from 'vitest';
import { createMeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import type { SearchEntry } from '../../../src/platform/search/search.port.js';
import { useWorld } from '../../harness.js';
import {
  MEILISEARCH_BIN,
  NEEDS_MEILISEARCH,
  startMeilisearch,
  type TestMeilisearch,
} from '../../platform/search/meilisearch-server.js';
import { createCatalog, insertCatalog } from './catalog.js';
import { expectRelevant } from './relevance.js';

/** A slow machine fails no search. So the engine answers each query, and never PostgreSQL. */
const PATIENCE = { searchMs: 60_000, requestMs: 60_000, taskMs: 60_000 };

describe.skipIf(MEILISEARCH_BIN === undefined)(`a catalog${NEEDS_MEILISEARCH}`, () => {
  const world = useWorld();
  let server: TestMeilisearch;
  beforeAll(async () => {
    server = await startMeilisearch();
  });
  afterAll(() => server?.stop());

  it('Meilisearch finds what players mean, and nothing for nonsense', async () => {
    const { db } = world.platform;
    const catalog = createCatalog();
    await insertCatalog(db, catalog);
    const { url, apiKey } = server;
    const search = createMeiliSearch({ url, apiKey, db, patience: PATIENCE });
    const entries = catalog.mods.map(({ entry }) => entry);
    await search.rebuild(inOneBatch(entries));
    await expectRelevant(search, catalog);
  });
});

async function* inOneBatch(entries: readonly SearchEntry[]) {
  yield entries;
}
