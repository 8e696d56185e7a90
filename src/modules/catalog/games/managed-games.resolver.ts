import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { load } from '../../../request/loaders.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { addCategory, categoriesByGame, renameCategory } from './manage-categories.js';
import { addGame, changeGame, getManagedGame, listManagedGames } from './manage-games.js';
import {
  CreateCategoryInput,
  CreateGameInput,
  ManagedCategory,
  ManagedGame,
  ManagedGamePage,
  UpdateGameInput,
} from './managed-game.type.js';

const SEEN = { description: 'The `etag` that the caller read.' };

/** Queries and mutations for games and categories, for administrators. */
@Resolver(() => ManagedGame)
export class ManagedGamesResolver {
  @Query(() => ManagedGamePage, { description: 'Newest first. For admins.' })
  @Scoped('required')
  @Reads('admin')
  listManagedGames(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<ManagedGame>> {
    return listManagedGames(ctx, page);
  }

  @Query(() => ManagedGame, { description: 'One game. For admins.' })
  @Scoped('required')
  @Reads('admin')
  managedGame(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<ManagedGame> {
    return getManagedGame(ctx, id);
  }

  @Mutation(() => ManagedGame, {
    description: 'Adds a game to the catalog. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'game', null, 'second-factor')
  createGame(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateGameInput) input: CreateGameInput,
  ): Promise<ManagedGame> {
    return addGame(ctx, input);
  }

  @Mutation(() => ManagedGame, {
    description:
      'Changes a game. A loader or game version that a version of a mod declares cannot be removed. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'game', 'id', 'second-factor')
  updateGame(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateGameInput) input: UpdateGameInput,
    @Arg('expectedEtag', () => String, SEEN) expectedEtag: string,
  ): Promise<ManagedGame> {
    return changeGame(ctx, id, input, expectedEtag);
  }

  @Mutation(() => ManagedCategory, {
    description: 'Adds a category to a game. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'category', null, 'second-factor')
  createCategory(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateCategoryInput) input: CreateCategoryInput,
  ): Promise<ManagedCategory> {
    return addCategory(ctx, input);
  }

  @Mutation(() => ManagedCategory, {
    description: 'Renames a category. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'category', 'id', 'second-factor')
  renameCategory(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('name', () => String) name: string,
    @Arg('expectedEtag', () => String, SEEN) expectedEtag: string,
  ): Promise<ManagedCategory> {
    return renameCategory(ctx, id, name, expectedEtag);
  }

  @FieldResolver(() => [ManagedCategory], { description: 'All of them, oldest first.' })
  categories(
    @Root() { id }: ManagedGame,
    @Ctx() ctx: RequestContext,
  ): Promise<readonly ManagedCategory[]> {
    return load(ctx, categoriesByGame, id);
  }
}
