import type { Tx } from '../../../platform/database/connect.js';
import type { TeamRole } from '../../../registry/access.js';
import { requireAal2Grant, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { Texts } from '../../../request/scalars.js';
import { bumpAccess, bumpAccessOf, type ModStanding, notify } from '../../identity/index.js';
import type { LockedTeam } from './locked-team.js';

/** A change of one member of a locked team. */
export interface MemberChange {
  readonly modId: string;
  readonly team: LockedTeam;
  readonly userId: string;
  /** The new role; null for a member who leaves. */
  readonly role: TeamRole | null;
}

/**
 * Requires AAL2 for a change that adds, changes or removes an owner (decisions, Permissions). A
 * session proves it now, any other credential at the grant of `teams:admin`. Throws
 * `step_up_required`.
 */
export function requireOwnerChange(ctx: RequestContext, change: MemberChange): void {
  if (concernsOwner(change)) requireAal2Grant(ctx, 'teams:admin');
}

/**
 * Notifies the affected accounts of a change, in its transaction. A change of an owner affects the
 * member and every owner: their access revisions rise, and each gets a mail within the limits of
 * `notify`. Any other change affects only the member, without a mail.
 */
export async function notifyAffected(
  tx: Tx,
  ctx: RequestContext,
  change: MemberChange,
): Promise<void> {
  const { team, userId } = change;
  if (!concernsOwner(change)) return bumpAccess(tx, userId, ['teams']);
  await bumpAccessOf(tx, [...new Set([userId, ...team.ownerIds])], ['teams']);
  await mail(tx, ctx, change);
}

function concernsOwner({ team, role }: MemberChange): boolean {
  return team.was === 'owner' || role === 'owner';
}

async function mail(tx: Tx, ctx: RequestContext, change: MemberChange): Promise<void> {
  const { modId, team, userId, role } = change;
  const { modTitle, standing, member } = await namesIn(tx, change);
  const about = { modId, modTitle, standing, actor: requireUser(ctx).username };
  const shownRole = role ?? team.was;
  if (shownRole === null) throw new Error('a change of an owner has a role before or after it');
  const kind = role === null ? 'removed' : team.was === null ? 'added' : 'changed';
  await notify(tx, ctx, {
    userIds: [userId],
    template: 'team_role_changed',
    params: { ...about, change: kind, role: shownRole },
  });
  await notify(tx, ctx, {
    userIds: team.ownerIds.filter((id) => id !== userId),
    template: 'team_owner_changed',
    params: { ...about, change: role === 'owner' ? 'added' : 'removed', member },
  });
}

/** The title of the mod, in English if it has one, its state, and the username of the member. */
async function namesIn(tx: Tx, { modId, userId }: MemberChange) {
  const [row] = await tx.$queryRaw<{ title: Texts; isPublished: boolean; member: string }[]>`
    select m.title, m.published_at is not null as "isPublished", u.username as member
    from mods m, users u where m.id = ${modId}::uuid and u.id = ${userId}::uuid`;
  if (!row) throw new Error(`mod ${modId} or its member is gone`);
  const { title, isPublished, member } = row;
  const standing: ModStanding = isPublished ? 'published' : 'unpublished';
  return { modTitle: title['en'] ?? Object.values(title)[0] ?? modId, standing, member };
}
