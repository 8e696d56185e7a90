import { problem } from '../../registry/errors.js';
import { isMeiliPosition } from './meilisearch/place.js';
import type { Search } from './search.port.js';

/** A search that may probe an unavailable engine in the background. `stop` ends the probes. */
export interface StoppableSearch extends Search {
  stop(): void;
}

/**
 * Makes the search of PostgreSQL refuse a position of Meilisearch (`foreignPosition`). A walk
 * cannot continue in the other engine, because its order differs.
 */
export function keepToOwnPositions(search: Search): Search {
  return {
    ...search,
    async find(query) {
      if (query.after !== null && isMeiliPosition(query.after)) throw foreignPosition();
      return search.find(query);
    },
  };
}

/**
 * Creates the error for a position that another engine made: `invalid_input` with the field code
 * `cursor_context_mismatch`.
 */
export function foreignPosition(): Error {
  return problem('invalid_input', {
    fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }],
  });
}
