import type { Tx } from '../../../platform/database/connect.js';
import {
  can,
  isModerator,
  type ModPermission,
  type PlatformRole,
  type TeamRole,
} from '../../../registry/access.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { requireAal2Scope, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { bumpAccess, bumpAccessOf, notify, readModNames } from '../../identity/index.js';
import { notInTeam } from './mod-access.js';

interface Member {
  readonly userId: string;
  readonly role: TeamRole;
}

/** A team that is locked until the transaction ends. */
export interface LockedTeam {
  readonly id: string;
  /** The current role of the affected user; null if they are not a member. */
  readonly was: TeamRole | null;
  /** The owners before the change. */
  readonly ownerIds: readonly string[];
}

/**
 * Locks the team of a mod, so that changes run one at a time. Checks the viewer's right again,
 * because another owner may have revoked it meanwhile. Throws `forbidden`, `team_role_denied`.
 */
export async function lockTeam(
  tx: Tx,
  modId: string,
  change: { readonly viewerId: string; readonly userId: string; readonly needs: ModPermission },
): Promise<LockedTeam> {
  const { viewerId, userId, needs } = change;
  const [team] = await tx.$queryRaw<{ id: string }[]>`
    select t.id from teams t join mods m on m.team_id = t.id where m.id = ${modId}::uuid
    for update of t`;
  if (!team) throw new Error(`mod ${modId} has no team`);
  const members = await tx.$queryRaw<Member[]>`
    select t.user_id as "userId", t.role::text from team_members t
    where t.team_id = ${team.id}::uuid
      and (t.role = 'owner' or t.user_id in (${viewerId}::uuid, ${userId}::uuid))`;
  const roleOf = (id: string) => members.find((member) => member.userId === id)?.role ?? null;
  const viewerRole = roleOf(viewerId);
  if (viewerRole === null) throw notInTeam(modId);
  if (!can(viewerRole, needs)) throw problem('team_role_denied');
  const ownerIds = members.filter(({ role }) => role === 'owner').map((owner) => owner.userId);
  return { id: team.id, was: roleOf(userId), ownerIds };
}

/** A change of one member of a locked team. */
interface MemberChange {
  readonly modId: string;
  readonly team: LockedTeam;
  readonly userId: string;
  /** The new role; null for a member who leaves. */
  readonly role: TeamRole | null;
  /** The role on the platform of a user who becomes a member. Undefined counts as `user`. */
  readonly platformRole?: PlatformRole;
}

/**
 * Requires AAL2 for a change that adds, changes or removes an owner. A session needs a recent
 * second factor, and an operator command always passes. Any other credential needs the scope
 * `teams:admin`, granted under AAL2. Does nothing for a change that concerns no owner. Throws
 * `step_up_required`.
 */
export function requireOwnerChange(ctx: RequestContext, change: MemberChange): void {
  if (concernsOwner(change)) requireAal2Scope(ctx, 'teams:admin');
}

/**
 * Requires that the team keeps an active owner, and that a new member or owner is active. An
 * account that is blocked or waits for its deletion is not active. Locks the accounts in the order
 * of their ids, as `bumpAccessOf` does, so a block or a request of a deletion waits for the change.
 * Throws `invalid_state` if no active owner would remain, and `user_not_found` if the new member or
 * owner is not active.
 */
export async function requireActive(tx: Tx, change: MemberChange): Promise<void> {
  const { team, userId, role } = change;
  const isNew = role !== null && (team.was === null || role === 'owner');
  if (!isNew && team.was !== 'owner') return;
  const ids = concernsOwner(change) ? [...team.ownerIds, userId] : [userId];
  const accounts = await tx.$queryRaw<{ id: string; isActive: boolean }[]>`
    select id, state = 'active' and deletion_due_at is null as "isActive" from users
    where id = any(${ids}::uuid[]) order by id for no key update`;
  const active = accounts.filter(({ isActive }) => isActive).map(({ id }) => id);
  if (team.was === 'owner' && active.every((id) => id === userId)) throw lastOwner();
  if (isNew && !active.includes(userId)) throw problem('user_not_found');
}

/**
 * Notifies the affected accounts of a change, in its transaction. A change of an owner affects the
 * member and every owner, any other change only the member. The access revisions of these accounts
 * rise, so that their clients read `/me` again. A change of an owner also causes mails to the
 * member and the other owners. The addition of a moderator or an admin causes a mail to them,
 * because they may then decide nothing about the mod. `notify` may delay these mails, or drop them
 * above its limits.
 */
export async function notifyAffected(
  tx: Tx,
  ctx: RequestContext,
  change: MemberChange,
): Promise<void> {
  const { team, userId } = change;
  if (concernsOwner(change)) {
    await bumpAccessOf(tx, [...new Set([userId, ...team.ownerIds])], ['teams']);
    const about = await aboutOf(tx, ctx, change);
    await mailMember(tx, ctx, change, about);
    await mailOwners(tx, ctx, change, about);
    return;
  }
  await bumpAccess(tx, userId, ['teams']);
  const isNewStaff = team.was === null && isModerator(change.platformRole ?? 'user');
  if (isNewStaff) await mailMember(tx, ctx, change, await aboutOf(tx, ctx, change));
}

function concernsOwner({ team, role }: MemberChange): boolean {
  return team.was === 'owner' || role === 'owner';
}

/** The values that all mails about a team have. */
async function aboutOf(tx: Tx, ctx: RequestContext, { modId }: MemberChange) {
  return { ...(await readModNames(tx, modId)), actor: requireUser(ctx).username };
}

type About = Awaited<ReturnType<typeof aboutOf>>;

async function mailMember(
  tx: Tx,
  ctx: RequestContext,
  { team, userId, role }: MemberChange,
  about: About,
): Promise<void> {
  const shownRole = role ?? team.was;
  if (shownRole === null) throw new Error('a change of a member has a role before or after it');
  const kind = role === null ? 'removed' : team.was === null ? 'added' : 'changed';
  await notify(tx, ctx, {
    userIds: [userId],
    template: 'team_role_changed',
    params: { ...about, change: kind, role: shownRole },
  });
}

async function mailOwners(
  tx: Tx,
  ctx: RequestContext,
  { team, userId, role }: MemberChange,
  about: About,
): Promise<void> {
  const { username: member } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await notify(tx, ctx, {
    userIds: team.ownerIds.filter((id) => id !== userId),
    template: 'team_owner_changed',
    params: { ...about, change: role === 'owner' ? 'added' : 'removed', member },
  });
}

/** `invalid_state` for a team that would have no active owner. */
function lastOwner(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'This member is the last active owner of the team; make another member an owner first.',
      ru: 'Этот участник — последний активный владелец команды; сначала сделайте владельцем другого участника.',
      de: 'Dieses Mitglied ist der letzte aktive Besitzer des Teams; machen Sie zuerst ein anderes Mitglied zum Besitzer.',
    },
  });
}
