import type { Database } from '../../database/connect.js';
import type { Search, SearchHit } from '../search.port.js';
import { catchUpMeilisearch } from './catch-up.js';
import { noteDue } from './engine-state.js';
import { countInMeilisearch, findInMeilisearch, type RelevanceQuery } from './find.js';
import { openScope } from './read-mods.js';
import { beginOwnRebuild, type OwnRebuild } from './rebuild.js';
import { createMeiliServer, type MeiliAddress, type MeiliPatience } from './server.js';
import { INDEX } from './settings.js';
import { createMeiliWriter, type MeiliParts } from './writer.js';

/** The options of the Meilisearch engine. */
export interface MeiliSearchOptions extends MeiliAddress {
  readonly db: Database;
  /** Shorter waits, for tests. */
  readonly patience?: MeiliPatience;
}

/** The functions of a search that Meilisearch has as they are. */
type SharedSearch = Required<Omit<Search, 'find' | 'fallback' | 'outdated' | 'refresh'>>;

/**
 * Search in Meilisearch. Every failure of Meilisearch is a MeiliFailure; PostgreSQL has the mods,
 * so its errors are thrown as they are.
 */
export interface MeiliSearch extends SharedSearch {
  /** As in `Search`, but only by relevance and in all texts. */
  find(query: RelevanceQuery): Promise<SearchHit[]>;
  /** As `noteDue` of the live index. */
  noteDue(): Promise<void>;
  /** As `beginOwnRebuild`. */
  beginRebuild(): Promise<OwnRebuild>;
}

/** Creates the Meilisearch engine. It connects with the first request. */
export function createMeiliSearch({ db, patience, ...address }: MeiliSearchOptions): MeiliSearch {
  const server = createMeiliServer(address, patience);
  const parts: MeiliParts = { db, server, names: { live: INDEX, next: `${INDEX}-next` } };
  const writer = createMeiliWriter(parts);
  return {
    index: writer.index,
    remove: writer.remove,
    find: (query) => findInMeilisearch(parts, query),
    countFacets: (filter) => countInMeilisearch(parts, filter),
    noteDue: () => noteDue(db, INDEX),
    beginRebuild: () => beginOwnRebuild(parts),
    async rebuild(batches) {
      const rebuild = await beginOwnRebuild(parts);
      try {
        let indexed = 0;
        for await (const entries of batches) {
          await rebuild.write(entries);
          indexed += entries.length;
        }
        await rebuild.finish();
        return indexed;
      } finally {
        await rebuild.release();
      }
    },
    catchUp: (published) => catchUpMeilisearch(parts, writer, published),
    async ping() {
      await openScope(db, INDEX, { gameSlug: null, author: null });
      await server.search({ federation: { limit: 1 }, queries: [{ indexUid: INDEX, q: '' }] });
    },
  };
}
