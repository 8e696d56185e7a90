import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { conflictOfInterest } from '../../../request/refusals.js';
import { wroteWhileLeaving } from './former-members.js';

/**
 * The SQL condition that the viewer is involved with mod `m`, for content that was created at
 * `createdAt` (SQL). The viewer created the mod, is in its team, or left the team after `createdAt`
 * or within the last `formerMemberSeconds`. Declined memberships do not count (`noteDeparture`),
 * unless a write may have ended after the departure (`wroteWhileLeaving`). Throws `unauthorized`.
 */
export function isInvolved(ctx: RequestContext, createdAt: Prisma.Sql): Prisma.Sql {
  const { userId } = requireUser(ctx);
  const { formerMemberSeconds } = LIMITS;
  const recent = new Date(ctx.platform.clock.now().getTime() - formerMemberSeconds * 1000);
  return Prisma.sql`(m.author_id = ${userId}::uuid
    or exists (select from team_members t
      where t.team_id = m.team_id and t.user_id = ${userId}::uuid)
    or exists (select from former_team_members f
      where f.team_id = m.team_id and f.user_id = ${userId}::uuid
        and (not f.declined or ${wroteWhileLeaving(userId)})
        and f.left_at >= least(${createdAt}, ${recent}::timestamptz)))`;
}

/**
 * Requires that an uninvolved person decides about content. The viewer must not have sent it, nor
 * be involved with its mod (`isInvolved`). `content` selects `mod_id`, the `user_id` of the sender
 * and `created_at`; one decision may be about several mods.
 *
 * Call it in the transaction of the decision, before the decision writes. The viewer's account row
 * stays locked until the commit. Every team change updates the row of its member, so the viewer can
 * neither join nor leave a team meanwhile. Throws `forbidden`.
 */
export async function requireUninvolved(
  ctx: RequestContext,
  tx: Tx,
  content: Prisma.Sql,
): Promise<void> {
  const { userId } = requireUser(ctx);
  await tx.$executeRaw`select 1 from users where id = ${userId}::uuid for share`;
  // One statement sees a leaving member either in the team or among its former members.
  const [found] = await tx.$queryRaw<{ involved: boolean }[]>`
    select exists (
      select from (${content}) as c (mod_id, user_id, created_at) join mods m on m.id = c.mod_id
      where c.user_id = ${userId}::uuid
        or ${isInvolved(ctx, Prisma.sql`c.created_at`)}) as involved`;
  if (!found?.involved) return;
  throw conflictOfInterest('a staff decision about own content');
}
