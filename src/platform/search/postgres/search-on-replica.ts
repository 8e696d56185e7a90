import type { ReadReplica } from '../../replica/read-replica.port.js';
import { isWithin } from '../../replica/snapshots.js';
import type { Search, SearchQuery } from '../search.port.js';
import { countEntries, findEntries } from './find-entries.js';

/**
 * Lets a replica answer the searches and counts that it can. The primary gets all others: writes,
 * walks with a snapshot that the replica may not have, and searches while the replica is not in use
 * or fails. Without a replica (null), returns `search` itself.
 *
 * A walk that begins on the replica begins at its horizon, a snapshot of the primary. So the
 * primary and any other replica that has this snapshot can continue the walk: the same rows are
 * visible in it. A standby cannot tell its own snapshot, because `pg_current_snapshot` omits
 * running transactions there. The hits of a replica have no state of their mods, so callers read it
 * from the primary.
 */
export function searchOnReplica(search: Search, replica: ReadReplica | null): Search {
  if (replica === null) return search;
  return {
    ...search,
    async find(query) {
      const found = await replica.read('search', (db, horizon) => {
        const snapshot = query.snapshot ?? horizon;
        if (!isWithin(snapshot, horizon)) return Promise.resolve(null);
        return findAt(db, { ...query, snapshot });
      });
      return found ?? search.find(query);
    },
    async countFacets(filter) {
      const counted = await replica.read('search', (db) => countEntries(db, filter));
      return counted ?? search.countFacets(filter);
    },
  };
}

type Runner = Parameters<typeof findEntries>[0];

async function findAt(db: Runner, query: SearchQuery & { readonly snapshot: string }) {
  const hits = await findEntries(db, query);
  return hits.map(({ mod: _, ...hit }) => ({ ...hit, snapshot: query.snapshot }));
}
