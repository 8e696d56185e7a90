import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchUpSearch } from '../../../src/modules/catalog/index.js';
import { useWorld } from '../../harness.js';
import {
  MEILISEARCH_BIN,
  NEEDS_MEILISEARCH,
  startMeilisearch,
  type TestMeilisearch,
} from '../../platform/search/meilisearch-server.js';
import { searchAttack } from './attack.js';

describe.skipIf(MEILISEARCH_BIN === undefined)(`with a Meilisearch${NEEDS_MEILISEARCH}`, () => {
  const environment: NodeJS.ProcessEnv = {};
  let server: TestMeilisearch | undefined;
  beforeAll(async () => {
    server = await startMeilisearch();
    environment['MEILI_URL'] = server.url;
    environment['MEILI_API_KEY'] = server.apiKey;
  });
  afterAll(() => server?.stop());
  const world = useWorld(environment, { jobs: 'when-settled' });
  beforeAll(() => catchUpSearch(world.platform));

  searchAttack('Meilisearch', world);

  it('Meilisearch refuses no request of these searches, and answers them itself', () => {
    expect(world.platform.search.fallback?.()).toEqual({ isInUse: false, searches: 0 });
  });
});
