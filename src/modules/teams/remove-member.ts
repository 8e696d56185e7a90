import type { Tx } from '../../platform/database/connect.js';
import { problem } from '../../registry/errors.js';
import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { lockTeam } from './locked-team.js';
import { requireModPermission } from './mod-access.js';
import { requireOwnerChange, tellAffected } from './owner-change.js';

/**
 * Takes somebody out of the team of a mod; it holds from their next request on. Who is no member
 * stays none, so that a repeat succeeds. Answers whether somebody left. Spec 4.5.
 * - owners may remove anybody, every member may leave: `team_role_denied`, `forbidden`
 * - no such account: `user_not_found`
 * - nobody would be left who may manage the team: `invalid_state`
 * - a removal of an owner without AAL2: `step_up_required`
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
    await tellAffected(tx, ctx, change);
    return true;
  });
}

/** Moves a member to the former members, whom `requireUninvolved` asks for. */
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
