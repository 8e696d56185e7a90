import type { SearchFilter } from '../../../platform/search/search.port.js';
import type { RequestContext } from '../../../request/context.js';
import { wantedFacets } from '../documents/facets.js';
import type { ModFilter } from '../mods/list-mods.js';
import { vocabularyOf } from './vocabularies.js';

/** The text and the filters of a search for its engine, with the synonyms that apply. */
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
