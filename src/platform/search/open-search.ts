import type { Config } from '../../config/config.js';
import type { Database } from '../database/connect.js';
import type { Log } from '../log.js';
import type { ReadReplica } from '../replica/read-replica.port.js';
import { keepToOwnPositions, type StoppableSearch } from './own-positions.js';
import { createPostgresSearch } from './postgres/postgres-search.js';
import { searchOnReplica } from './postgres/search-on-replica.js';

/** The database with the index, and a replica of it, or null. */
interface SearchDatabases {
  readonly db: Database;
  readonly replica: ReadReplica | null;
  readonly log: Log;
}

/**
 * Creates the search that the configuration selects: PostgreSQL, or Meilisearch with PostgreSQL as
 * its fallback. An unavailable Meilisearch does not prevent the start.
 */
export async function openSearch(
  { meilisearch }: Pick<Config, 'meilisearch'>,
  { db, replica, log }: SearchDatabases,
): Promise<StoppableSearch> {
  const postgres = searchOnReplica(createPostgresSearch(db, log), replica);
  if (meilisearch === undefined) {
    return { ...keepToOwnPositions(postgres), stop: () => undefined };
  }
  const { createMeiliSearch } = await import('./meilisearch/meilisearch-search.js');
  const { createSearchWithFallback } = await import('./search-with-fallback.js');
  const primary = createMeiliSearch({ ...meilisearch, db });
  return createSearchWithFallback({ primary, fallback: postgres, log });
}
