import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { TeamRole } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { removeMember, setMember } from './change-member.js';
import { getMember, listMembers, TeamMember, TeamMemberPage } from './members.js';

/**
 * The teams of mods (Spec 4.5). `setModTeamMember` adds a user at once, or changes the role of a
 * member. With `removeModTeamMember`, members may leave, also without the permission `team`. The
 * last active owner can neither leave nor get another role (`invalid_state`). A change that adds,
 * changes or removes an owner requires AAL2 (`step_up_required`).
 */
@Resolver()
export class TeamsResolver {
  @Query(() => TeamMemberPage, { description: 'The members in the order in which they joined.' })
  @Scoped('required', 'teams:admin')
  @Reads('read-drafts')
  listModTeamMembers(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<TeamMember>> {
    return listMembers(ctx, modId, page);
  }

  @Query(() => TeamMember)
  @Scoped('required', 'teams:admin')
  @Reads('read-drafts')
  modTeamMember(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('userId', () => ID) userId: string,
  ): Promise<TeamMember> {
    return getMember(ctx, modId, userId);
  }

  @Mutation(() => TeamMember, {
    description:
      'Adds a user at once, or changes the role of a member. A member who leaves within seven days after their addition, without any work for the mod, cannot be added again for a day: `invalid_state`.',
  })
  @Scoped('required', 'teams:admin')
  @Writes('team', 'mod', 'modId')
  setModTeamMember(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('userId', () => ID) userId: string,
    @Arg('role', () => TeamRole) role: TeamRole,
  ): Promise<TeamMember> {
    return setMember(ctx, { modId, userId, role });
  }

  @Mutation(() => Boolean, {
    description: 'Removes a member. Returns false if the user was no member.',
  })
  @Scoped('required', 'teams:admin')
  @Writes('team', 'mod', 'modId')
  removeModTeamMember(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('userId', () => ID) userId: string,
  ): Promise<boolean> {
    return removeMember(ctx, modId, userId);
  }
}
