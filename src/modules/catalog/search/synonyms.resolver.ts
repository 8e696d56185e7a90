import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import {
  addSynonymGroup,
  removeSynonymGroup,
  updateSynonymGroup,
} from './change-synonym-groups.js';
import { listSynonymGroups } from './list-synonym-groups.js';
import {
  SynonymGroup,
  SynonymGroupInput,
  SynonymGroupListArgs,
  SynonymGroupPage,
} from './synonym-group.type.js';

/** Queries and mutations for the synonyms of searches. */
@Resolver()
export class SynonymsResolver {
  @Query(() => SynonymGroupPage, { description: 'Newest first. For admins.' })
  @Scoped('required')
  @Reads('admin')
  listSynonymGroups(
    @Ctx() ctx: RequestContext,
    @Args(() => SynonymGroupListArgs) args: SynonymGroupListArgs,
  ): Promise<Page<SynonymGroup>> {
    return listSynonymGroups(ctx, args.gameSlug || null, args);
  }

  @Mutation(() => SynonymGroup, {
    description:
      'Lets searches find each of these terms by the others. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'synonym_group', null, 'second-factor')
  addSynonymGroup(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => SynonymGroupInput) input: SynonymGroupInput,
  ): Promise<SynonymGroup> {
    return addSynonymGroup(ctx, input);
  }

  @Mutation(() => SynonymGroup, {
    description: 'Replaces the terms of a group. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'synonym_group', 'id', 'second-factor')
  updateSynonymGroup(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('terms', () => [String]) terms: readonly string[],
    @Arg('expectedEtag', () => String, { description: 'The `etag` that the caller read.' })
    expectedEtag: string,
  ): Promise<SynonymGroup> {
    return updateSynonymGroup(ctx, id, terms, expectedEtag);
  }

  @Mutation(() => SynonymGroup, {
    description: 'Deletes a group and returns it. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'synonym_group', 'id', 'second-factor')
  removeSynonymGroup(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<SynonymGroup> {
    return removeSynonymGroup(ctx, id);
  }
}
