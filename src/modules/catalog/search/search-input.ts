import type { SearchFilter } from '../../../platform/search/search.port.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { wantedFacets } from '../documents/facets.js';
import type { ModFilter } from '../mods/list-mods.js';
import { vocabularyOf } from './vocabularies.js';

/**
 * Returns the text of a search in NFC, without spaces around it. Throws `invalid_input` naming `q`
 * if nothing is left, or more than `LIMITS.searchTextCharacters` characters.
 */
export function searchText(text: string | null | undefined): string {
  const q = text?.normalize('NFC').trim() ?? '';
  if (q === '') throw problem('invalid_input', { fields: [{ field: 'q', code: 'required' }] });
  if ([...q].length > LIMITS.searchTextCharacters) {
    throw problem('invalid_input', { fields: [{ field: 'q', code: 'too_long' }] });
  }
  return q;
}

/**
 * Returns a text of `searchText` and the filters of a search, with the synonyms that apply to it. A
 * null, absent or empty filter counts as omitted.
 */
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
