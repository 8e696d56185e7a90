import type { Config } from '../../config.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import { createMeiliSearch } from './meilisearch/meilisearch-search.js';
import { createPostgresSearch } from './postgres/postgres-search.js';
import {
  createSearchWithFallback,
  keepToOwnPositions,
  type StoppableSearch,
} from './search-with-fallback.js';

/**
 * Creates the search that the configuration selects: PostgreSQL, or Meilisearch with PostgreSQL as
 * its fallback. An unavailable Meilisearch does not prevent the start.
 */
export function openSearch(
  { meilisearch }: Pick<Config, 'meilisearch'>,
  { db, log }: { readonly db: Database; readonly log: Log },
): StoppableSearch {
  const postgres = createPostgresSearch(db);
  if (meilisearch === undefined) {
    return { ...keepToOwnPositions(postgres), stop: () => undefined };
  }
  const primary = createMeiliSearch({ ...meilisearch, db });
  return createSearchWithFallback({ primary, fallback: postgres, log });
}
