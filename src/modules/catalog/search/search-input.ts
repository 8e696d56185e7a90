import type { SearchFilter } from '../../../platform/search/search.port.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { wantedFacets } from '../documents/facets.js';
import type { ModFilter } from '../mods/list-mods.js';
import { vocabularyOf } from './vocabularies.js';

/**
 * The text of a search. Throws `invalid_input` naming `q` if it is empty or longer than
 * `LIMITS.searchTextCharacters`.
 */
export function searchText(text: string | null | undefined): string {
  const q = text?.normalize('NFC').trim() ?? '';
  if (q === '') throw problem('invalid_input', { fields: [{ field: 'q', code: 'required' }] });
  if ([...q].length > LIMITS.searchTextCharacters) {
    throw problem('invalid_input', { fields: [{ field: 'q', code: 'too_long' }] });
  }
  return q;
}

/** The text and the filters of a search, with the synonyms that apply to it. */
export async function searchFilter(
  ctx: RequestContext,
  text: string,
  filter: ModFilter,
): Promise<SearchFilter> {
  const gameSlug = filter.gameSlug || null;
  return {
    text,
    vocabulary: await vocabularyOf(ctx.platform, gameSlug),
    gameSlug,
    facets: wantedFacets(filter),
    author: filter.author || null,
  };
}
