import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockTeam } from './locked-team.js';
import { requireModPermission } from './mod-access.js';
import { notifyAffected, requireOwnerChange } from './owner-change.js';

/**
 * Removes a user from the team of a mod, with effect from their next request. Removing a user who
 * is not a member succeeds, so a repeat does. Returns whether a member was removed. Spec 4.5.
 * Throws:
 * - owners may remove any member, every member may leave; else `team_role_denied`, `forbidden`
 * - an unknown account: `user_not_found`
 * - the last owner: `invalid_state`
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
    if (team.was === 'owner' && !team.hasOtherOwner) throw problem('invalid_state');
    await takeOut(ctx, tx, { teamId: team.id, userId });
    await audit(tx, ctx, {
      action: 'team.member_removed',
      targetKind: 'mod',
      targetId: modId,
      data: { user_id: userId, was: team.was },
    });
    await notifyAffected(tx, ctx, change);
    return true;
  });
}

/** Moves a member to the former members, which `requireUninvolved` checks. */
async function takeOut(
  ctx: RequestContext,
  tx: Tx,
  member: { readonly teamId: string; readonly userId: string },
): Promise<void> {
  const key = { teamId_userId: member };
  const leftAt = ctx.platform.clock.now();
  await tx.teamMember.delete({ where: key });
  await tx.formerTeamMember.upsert({
    where: key,
    create: { ...member, leftAt },
    update: { leftAt },
  });
}
