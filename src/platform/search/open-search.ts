import type { Config } from '../../config.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { keepToOwnPositions, type StoppableSearch } from './own-positions.js';
import { createPostgresSearch } from './postgres/postgres-search.js';

/**
 * Creates the search that the configuration selects: PostgreSQL, or Meilisearch with PostgreSQL as
 * its fallback. An unavailable Meilisearch does not prevent the start.
 */
export async function openSearch(
  { meilisearch }: Pick<Config, 'meilisearch'>,
  { db, log }: { readonly db: Database; readonly log: Log },
): Promise<StoppableSearch> {
  const postgres = createPostgresSearch(db);
  if (meilisearch === undefined) {
    return { ...keepToOwnPositions(postgres), stop: () => undefined };
  }
  const { createMeiliSearch } = await import('./meilisearch/meilisearch-search.js');
  const { createSearchWithFallback } = await import('./search-with-fallback.js');
  const primary = createMeiliSearch({ ...meilisearch, db });
  return createSearchWithFallback({ primary, fallback: postgres, log });
}
