import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import type { TeamMember } from './member.type.js';
import { requireModPermission } from './mod-access.js';
import { MEMBER_COLUMNS, MEMBERS, type MemberRow, presentMember } from './present-member.js';

/**
 * One member of a mod's team, for the team. Throws `user_not_found` for a user who is not a member,
 * and the errors of `requireModPermission`.
 */
export async function getMember(
  ctx: RequestContext,
  modId: string,
  userId: string,
): Promise<TeamMember> {
  await requireModPermission(ctx, modId, 'read-drafts');
  if (!isId(userId)) throw problem('user_not_found');
  const [row] = await ctx.platform.db.$queryRaw<MemberRow[]>`
    select ${MEMBER_COLUMNS} from ${MEMBERS} where m.id = ${modId}::uuid and u.id = ${userId}::uuid`;
  if (!row) throw await missing(ctx, userId, 'user_not_found');
  return presentMember(ctx, row);
}
