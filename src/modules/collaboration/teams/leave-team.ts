import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { TeamRole } from '../../../registry/access.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { bumpAccessOf, notify, ownersOf, readModNames } from '../../identity/index.js';
import { endMembership } from './change-member.js';

/**
 * The SQL condition that team `t` has another owner, whose account is not deleted. `which` is a
 * further condition of the account `u`.
 */
const otherOwner = (userId: string, which = Prisma.empty) => Prisma.sql`exists (
  select from team_members o join users u on u.id = o.user_id
  where o.team_id = t.team_id and o.role = 'owner' and o.user_id <> ${userId}::uuid
    and u.state <> 'deleted' ${which})`;

const STAYS = Prisma.sql`and u.deletion_due_at is null`;

/**
 * Counts the undeleted mods that the viewer owns without another owner who stays. An owner whose
 * account is deleted or waits for its deletion does not stay. Throws `unauthorized`.
 */
export async function countSoleMods(ctx: RequestContext): Promise<number> {
  const { userId } = requireUser(ctx);
  const [row] = await ctx.platform.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from team_members t join mods m on m.team_id = t.team_id
    where t.user_id = ${userId}::uuid and t.role = 'owner' and m.state <> 'deleted'
      and not ${otherOwner(userId, STAYS)}`;
  return row?.count ?? 0;
}

/** Mods in one batch of `modsWithMember`. */
const BATCH = 100;

/**
 * Returns the ids of the next undeleted mods whose teams have a member, in the order of their ids,
 * at most `BATCH`: those after the id `after`, or the first ones if it is null.
 */
export async function modsWithMember(
  { platform: { db } }: RequestContext,
  userId: string,
  after: string | null,
): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select m.id from team_members t join mods m on m.team_id = t.team_id
    where t.user_id = ${userId}::uuid and m.state <> 'deleted'
      ${after === null ? Prisma.empty : Prisma.sql`and m.id > ${after}::uuid`}
    order by m.id limit ${BATCH}`;
  return rows.map(({ id }) => id);
}

/** The account that leaves the team of a mod. */
interface Leaver {
  readonly modId: string;
  readonly userId: string;
}

/**
 * Takes a deleted account out of a team, in the caller's transaction. Returns false without a
 * change if the account is the only owner; the lock of the team keeps it so until the transaction
 * ends. Returns true otherwise, also for an account that is no member. The removal writes a line of
 * the audit log. The other owners learn of the end of an owner as in `notifyAffected`.
 */
export async function leaveTeam(
  tx: Tx,
  ctx: RequestContext,
  { modId, userId }: Leaver,
): Promise<boolean> {
  const [team] = await tx.$queryRaw<{ id: string }[]>`
    select e.id from teams e join mods m on m.team_id = e.id where m.id = ${modId}::uuid
    for update of e`;
  const [member] = await tx.$queryRaw<{ role: TeamRole; hasOther: boolean }[]>`
    select t.role::text, ${otherOwner(userId)} as "hasOther" from team_members t
    where t.team_id = ${team?.id}::uuid and t.user_id = ${userId}::uuid`;
  if (!team || !member) return true;
  if (member.role === 'owner' && !member.hasOther) return false;
  await endMembership(ctx, tx, { modId, teamId: team.id, userId, was: member.role });
  if (member.role === 'owner') await notifyOwners(tx, ctx, { modId, userId });
  return true;
}

/**
 * Mails the owners who remain in a team that an owner has left it, and raises their access
 * revisions.
 */
async function notifyOwners(tx: Tx, ctx: RequestContext, { modId, userId }: Leaver): Promise<void> {
  const ownerIds = await ownersOf(tx, modId);
  await bumpAccessOf(tx, ownerIds, ['teams']);
  const names = await readModNames(tx, modId);
  const { username } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await notify(tx, ctx, {
    userIds: ownerIds,
    template: 'team_owner_changed',
    params: { ...names, change: 'removed', member: username, actor: username },
  });
}
