import { afterAll, beforeAll } from 'vitest';
import { catchUpSearch } from '../../../src/modules/catalog/index.js';
import { useWorld, type World } from '../../harness.js';
import { startMeilisearch, type TestMeilisearch } from './meilisearch-server.js';

/** A service for the tests of a file that searches in a Meilisearch of its own. */
export function useMeilisearchWorld(options: Parameters<typeof useWorld>[1] = {}): World {
  const environment: NodeJS.ProcessEnv = {};
  let server: TestMeilisearch | undefined;
  beforeAll(async () => {
    server = await startMeilisearch();
    environment['MEILI_URL'] = server.url;
    environment['MEILI_API_KEY'] = server.apiKey;
  });
  afterAll(() => server?.stop());
  const world = useWorld(environment, options);
  beforeAll(() => catchUpSearch(world.platform));
  return world;
}
