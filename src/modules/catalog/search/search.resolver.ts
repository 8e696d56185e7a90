import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { type Mod, ModPage } from '../mods/mod.type.js';
import { ModBrowseArgs, ModListArgs } from '../mods/mod-list.args.js';
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
