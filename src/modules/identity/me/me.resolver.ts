import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { countMyResources, listMyResources, myResource } from './list-resources.js';
import { getMe, Me } from './me.js';
import { Profile, readProfile, UpdateProfileInput, updateProfile } from './profile.js';
import {
  MyResource,
  MyResourcePage,
  ResourceFilterArgs,
  ResourceListArgs,
  ResourcesInState,
} from './resource.type.js';

/**
 * Queries and mutations for the viewer's account (Spec 4.6). The need `account` means that a
 * credential with the scope needs no role: the operations concern its own account.
 */
@Resolver()
export class MeResolver {
  @Query(() => Me, { description: 'The account and the credential of the caller. Needs no scope.' })
  @Scoped('required')
  @Reads('account')
  getMe(@Ctx() ctx: RequestContext): Promise<Me> {
    return getMe(ctx);
  }

  @Query(() => MyResourcePage, { description: 'The mods whose teams include the viewer.' })
  @Scoped('required', 'account:read')
  @Reads('account')
  listMyResources(
    @Ctx() ctx: RequestContext,
    @Args(() => ResourceListArgs) requested: ResourceListArgs,
  ): Promise<Page<MyResource>> {
    return listMyResources(ctx, requested);
  }

  @Query(() => MyResource, {
    nullable: true,
    description: 'One mod whose team includes the viewer; null for any other mod.',
  })
  @Scoped('required', 'account:read')
  @Reads('account')
  myResource(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<MyResource | null> {
    return myResource(ctx, modId);
  }

  @Query(() => [ResourcesInState], {
    description:
      'The number of mods whose teams include the viewer, by state. States without a mod are omitted.',
  })
  @Scoped('required', 'account:read')
  @Reads('account')
  countMyResources(
    @Ctx() ctx: RequestContext,
    @Args(() => ResourceFilterArgs) filter: ResourceFilterArgs,
  ): Promise<ResourcesInState[]> {
    return countMyResources(ctx, filter);
  }

  /** The profile with its bio and links, also if it is closed to others. */
  @Query(() => Profile)
  @Scoped('required', 'profile:read')
  @Reads('account')
  getMyProfile(@Ctx() ctx: RequestContext): Promise<Profile> {
    return readProfile(ctx);
  }

  @Mutation(() => Profile, { description: 'Changes the profile. Omitted members stay unchanged.' })
  @Scoped('required', 'profile:write')
  @Writes('account', 'user', null)
  updateMyProfile(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateProfileInput) input: UpdateProfileInput,
  ): Promise<Profile> {
    return updateProfile(ctx, input);
  }
}
