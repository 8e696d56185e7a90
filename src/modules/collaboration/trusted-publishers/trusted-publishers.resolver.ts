import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { createTrustedPublisher, deleteTrustedPublisher } from './change-trusted-publishers.js';
import { getTrustedPublisher, listTrustedPublishers } from './read-trusted-publishers.js';
import {
  TrustedPublisher,
  TrustedPublisherInput,
  TrustedPublisherPage,
} from './trusted-publisher.type.js';

/**
 * The workflows that may publish versions of a mod (beta). Changes need AAL2: a session needs a
 * recent second factor, another credential a scope that was granted under AAL2.
 */
@Resolver()
export class TrustedPublishersResolver {
  @Query(() => TrustedPublisherPage, { description: 'The oldest first. For owners.' })
  @Scoped('required', 'teams:admin')
  @Reads('team')
  listTrustedPublishers(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<TrustedPublisher>> {
    return listTrustedPublishers(ctx, modId, page);
  }

  @Query(() => TrustedPublisher, { description: 'For owners.' })
  @Scoped('required', 'teams:admin')
  @Reads('team')
  trustedPublisher(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<TrustedPublisher> {
    return getTrustedPublisher(ctx, modId, id);
  }

  @Mutation(() => TrustedPublisher, {
    description:
      'Lets a workflow publish versions of the mod in the name of the viewer. For owners, after a second factor.',
  })
  @Scoped('required', 'teams:admin')
  @Writes('team', 'mod', 'modId')
  createTrustedPublisher(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('input', () => TrustedPublisherInput) input: TrustedPublisherInput,
  ): Promise<TrustedPublisher> {
    return createTrustedPublisher(ctx, modId, input);
  }

  @Mutation(() => ID, {
    description:
      'Removes a trusted publisher; its tokens stop working at once. For owners, after a second factor.',
  })
  @Scoped('required', 'teams:admin')
  @Writes('team', 'mod', 'modId')
  deleteTrustedPublisher(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<string> {
    return deleteTrustedPublisher(ctx, modId, id);
  }
}
