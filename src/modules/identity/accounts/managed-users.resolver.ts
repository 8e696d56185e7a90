import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { PlatformRole } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { blockUser, setUserRole, unblockUser } from './manage-user.js';
import { ManagedUser, ManagedUserListArgs, ManagedUserPage } from './managed-user.type.js';
import { listManagedUsers, readManagedUser } from './read-managed-users.js';

/** The accounts of the service, for administrators. */
@Resolver()
export class ManagedUsersResolver {
  @Query(() => ManagedUserPage, {
    description: 'Newest first. Without a state, deleted accounts are left out. For admins.',
  })
  @Scoped('required')
  @Reads('admin')
  listManagedUsers(
    @Ctx() ctx: RequestContext,
    @Args(() => ManagedUserListArgs) args: ManagedUserListArgs,
  ): Promise<Page<ManagedUser>> {
    return listManagedUsers(ctx, args, args);
  }

  @Query(() => ManagedUser, { description: 'One account. For admins.' })
  @Scoped('required')
  @Reads('admin')
  managedUser(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<ManagedUser> {
    return readManagedUser(ctx, id);
  }

  @Mutation(() => ManagedUser, {
    description: 'Sets the role of another account. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'user', 'id', 'second-factor')
  setUserRole(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('role', () => PlatformRole) role: PlatformRole,
  ): Promise<ManagedUser> {
    return setUserRole(ctx, id, role);
  }

  @Mutation(() => ManagedUser, {
    description:
      'Blocks another account. Its sessions end, and its tokens and keys are refused until the block ends. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'user', 'id', 'second-factor')
  blockUser(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('reason', () => String, { description: 'For the audit log.' }) reason: string,
  ): Promise<ManagedUser> {
    return blockUser(ctx, id, reason);
  }

  @Mutation(() => ManagedUser, {
    description: 'Ends the block of an account. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'user', 'id', 'second-factor')
  unblockUser(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<ManagedUser> {
    return unblockUser(ctx, id);
  }
}
