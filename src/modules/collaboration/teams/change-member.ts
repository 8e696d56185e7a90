import type { Tx } from '../../../platform/database/connect.js';
import type { UserModel } from '../../../platform/database/generated/models.js';
import type { TeamRole } from '../../../registry/access.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { addMember, noteDeparture } from './former-members.js';
import { getMember, type TeamMember } from './members.js';
import { requireModPermission } from './mod-access.js';
import {
  type LockedTeam,
  lockTeam,
  notifyAffected,
  requireActive,
  requireOwnerChange,
} from './team-change.js';

/** A user's new role in the team of a mod. */
interface NewMember {
  readonly modId: string;
  readonly userId: string;
  readonly role: TeamRole;
}

/**
 * Adds a user to the team of a mod, or changes their role, with effect from their next request.
 * Also writes an audit line and notifies the affected accounts (`notifyAffected`). The same role
 * again changes nothing. Spec 4.5. Throws:
 * - a viewer who is not an owner: the errors of `requireModPermission`
 * - an unknown account: `user_not_found`
 * - an account that is not active (`requireActive`), as a new member or owner: `user_not_found`
 * - no active owner would remain: `invalid_state`
 * - a new member who left by themselves lately: `invalid_state` (`addMember`)
 * - a change from or to the role `owner` without AAL2: `step_up_required`
 */
export async function setMember(ctx: RequestContext, member: NewMember): Promise<TeamMember> {
  const { modId, userId, role } = member;
  const { userId: viewerId } = requireUser(ctx);
  await requireModPermission(ctx, modId, 'team');
  const { role: platformRole } = await requireAccount(ctx, userId);
  await transact(ctx, async (tx) => {
    const team = await lockTeam(tx, modId, { viewerId, userId, needs: 'team' });
    if (team.was === role) return;
    const change = { modId, team, userId, role, platformRole };
    requireOwnerChange(ctx, change);
    await requireActive(tx, change);
    await write(ctx, tx, team, member);
    await audit(tx, ctx, {
      action: team.was === null ? 'team.member_added' : 'team.role_changed',
      targetKind: 'mod',
      targetId: modId,
      data: { user_id: userId, role, was: team.was },
    });
    await notifyAffected(tx, ctx, change);
  });
  return getMember(ctx, modId, userId);
}

async function requireAccount(ctx: RequestContext, userId: string): Promise<UserModel> {
  const { user } = ctx.platform.db;
  const known = isId(userId) ? await user.findUnique({ where: { id: userId } }) : null;
  if (!known || known.state === 'deleted') throw await missing(ctx, userId, 'user_not_found');
  return known;
}

async function write(
  ctx: RequestContext,
  tx: Tx,
  team: LockedTeam,
  { userId, role }: NewMember,
): Promise<void> {
  const teamId = team.id;
  if (team.was !== null) {
    await tx.teamMember.update({ where: { teamId_userId: { teamId, userId } }, data: { role } });
    return;
  }
  await addMember(ctx, tx, { teamId, userId, role });
}

/**
 * Removes a user from the team of a mod, with effect from their next request. Also does the steps
 * of `endMembership`, and notifies the affected accounts (`notifyAffected`). Removing a user who is
 * not a member succeeds, so a repeat does. Returns whether a member was removed. Spec 4.5. Throws:
 * - a viewer who is neither an owner nor this member: the errors of `requireModPermission`
 * - an unknown account: `user_not_found`
 * - an owner, if no other owner is active: `invalid_state`
 * - an owner, without AAL2: `step_up_required`
 */
export async function removeMember(
  ctx: RequestContext,
  modId: string,
  userId: string,
): Promise<boolean> {
  const { userId: viewerId } = requireUser(ctx);
  const needs = viewerId === userId ? 'read-drafts' : 'team';
  await requireModPermission(ctx, modId, needs);
  const known = isId(userId) ? await ctx.platform.db.user.count({ where: { id: userId } }) : 0;
  if (known === 0) throw await missing(ctx, userId, 'user_not_found');
  return transact(ctx, async (tx) => {
    const team = await lockTeam(tx, modId, { viewerId, userId, needs });
    if (team.was === null) return false;
    const change = { modId, team, userId, role: null };
    requireOwnerChange(ctx, change);
    await requireActive(tx, change);
    await endMembership(ctx, tx, { modId, teamId: team.id, userId, was: team.was });
    await notifyAffected(tx, ctx, change);
    return true;
  });
}

/** A member who leaves the team of a mod. */
interface LeavingMember {
  readonly modId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly was: TeamRole;
}

/**
 * Moves a member to the former members, which `requireUninvolved` checks, and writes the line of
 * the audit log. The caller has locked the team and made sure that an owner remains.
 */
export async function endMembership(
  ctx: RequestContext,
  tx: Tx,
  { modId, teamId, userId, was }: LeavingMember,
): Promise<void> {
  await tx.teamMember.delete({ where: { teamId_userId: { teamId, userId } } });
  await noteDeparture(ctx, tx, { teamId, userId });
  await audit(tx, ctx, {
    action: 'team.member_removed',
    targetKind: 'mod',
    targetId: modId,
    data: { user_id: userId, was },
  });
}
