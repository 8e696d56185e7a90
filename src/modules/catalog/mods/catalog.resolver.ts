import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { type Category, CategoryPage, Game, GamePage } from '../games/game.type.js';
import { getGame, listCategories, listGames } from '../games/list-games.js';
import { Mod } from './mod.type.js';
import { getMod, modsBySlug } from './read-mods.js';

/**
 * The public catalog (Spec 4.1). `getMod` also returns drafts and hidden mods to their team and to
 * staff. `listGames` has only active games, `getGame` also returns archived ones. Without a game,
 * `listCatalogCategories` has the categories of all active games. `modsBySlug` returns at most
 * `LIMITS.pageSizeDefault` mods.
 */
@Resolver()
export class CatalogResolver {
  @Query(() => GamePage)
  @Scoped('anonymous', 'mods:read')
  listGames(@Ctx() ctx: RequestContext, @Args(() => PageArgs) page: PageArgs): Promise<Page<Game>> {
    return listGames(ctx, page);
  }

  @Query(() => Game)
  @Scoped('anonymous', 'mods:read')
  getGame(@Ctx() ctx: RequestContext, @Arg('slug', () => String) slug: string): Promise<Game> {
    return getGame(ctx, slug);
  }

  @Query(() => CategoryPage)
  @Scoped('anonymous', 'mods:read')
  listCatalogCategories(
    @Ctx() ctx: RequestContext,
    @Arg('gameSlug', () => String, { nullable: true }) gameSlug: string | null,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<Category>> {
    return listCategories(ctx, gameSlug ?? null, page);
  }

  @Query(() => Mod)
  @Scoped('anonymous', 'mods:read')
  getMod(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<Mod> {
    return getMod(ctx, id);
  }

  @Query(() => [Mod], {
    description: 'The published mods with this slug, the oldest first. Several games may have one.',
  })
  @Scoped('anonymous', 'mods:read')
  modsBySlug(@Ctx() ctx: RequestContext, @Arg('slug', () => String) slug: string): Promise<Mod[]> {
    return modsBySlug(ctx, slug);
  }
}
