import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import { ModFacetsArgs } from '../mods/mod-list.args.js';
import { SearchFacets, searchFacets } from './search-facets.js';
import { suggest } from './suggest.js';
import { SuggestArgs, Suggestions } from './suggestions.type.js';

/** Queries that help users to write and to narrow a search. */
@Resolver()
export class SearchAidsResolver {
  @Query(() => SearchFacets, {
    description:
      'Counts the mods that a search in this order finds, by game, category, loader and game version. ' +
      'Without `q`, counts all published mods that pass the filters.',
  })
  @Scoped('anonymous', 'mods:read')
  searchFacets(
    @Ctx() ctx: RequestContext,
    @Args(() => ModFacetsArgs) { q, sort, ...filter }: ModFacetsArgs,
  ): Promise<SearchFacets> {
    return searchFacets(ctx, q, filter, sort ?? 'relevance');
  }

  @Query(() => Suggestions, { description: 'Completes a text while a user types it.' })
  @Scoped('anonymous', 'mods:read')
  suggest(
    @Ctx() ctx: RequestContext,
    @Args(() => SuggestArgs) args: SuggestArgs,
  ): Promise<Suggestions> {
    return suggest(ctx, args);
  }
}
