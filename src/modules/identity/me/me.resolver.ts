import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { PageArgs } from '../../../request/page.args.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { getMe } from './get-me.js';
import { listMyResources } from './list-my-resources.js';
import { Me } from './me.type.js';
import { readProfile } from './profile.js';
import { Profile, UpdateProfileInput } from './profile.type.js';
import { type MyResource, MyResourcePage } from './resource.type.js';
import { updateProfile } from './update-profile.js';

/** Queries and mutations for the viewer's account (Spec 4.6). */
@Resolver()
export class MeResolver {
  @Query(() => Me, { description: 'The account and the credential of the caller. Needs no scope.' })
  @Scoped('required')
  getMe(@Ctx() ctx: RequestContext): Promise<Me> {
    return getMe(ctx);
  }

  @Query(() => MyResourcePage, { description: 'The mods whose teams include the viewer.' })
  @Scoped('required', 'account:read')
  listMyResources(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<MyResource>> {
    return listMyResources(ctx, page);
  }

  @Query(() => Profile)
  @Scoped('required', 'profile:read')
  getMyProfile(@Ctx() ctx: RequestContext): Promise<Profile> {
    return readProfile(ctx);
  }

  @Mutation(() => Profile, { description: 'Changes the profile. Omitted members stay unchanged.' })
  @Scoped('required', 'profile:write')
  updateMyProfile(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateProfileInput) input: UpdateProfileInput,
  ): Promise<Profile> {
    return updateProfile(ctx, input);
  }
}
