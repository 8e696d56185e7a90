import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../request/context.js';
import type { Page } from '../../request/page.js';
import { Scoped } from '../../request/scoped.js';
import { type Mod, ModBrowseArgs, ModListArgs, ModPage } from '../catalog/index.js';
import { browseMods } from './browse-mods.js';
import { searchCatalog } from './search-catalog.js';

/** Queries for lists and searches of mods (Spec 4.1). */
@Resolver()
export class SearchResolver {
  @Query(() => ModPage)
  @Scoped('anonymous', 'mods:read')
  listMods(
    @Ctx() ctx: RequestContext,
    @Args(() => ModBrowseArgs) args: ModBrowseArgs,
  ): Promise<Page<Mod>> {
    return browseMods(ctx, args);
  }

  @Query(() => ModPage)
  @Scoped('anonymous', 'mods:read')
  searchCatalog(
    @Ctx() ctx: RequestContext,
    @Args(() => ModListArgs) args: ModListArgs,
  ): Promise<Page<Mod>> {
    return searchCatalog(ctx, args.q, args, args.sort ?? 'relevance', args);
  }
}
