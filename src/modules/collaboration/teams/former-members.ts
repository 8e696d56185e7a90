import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';

/** A member who leaves a team. */
interface Departure {
  readonly teamId: string;
  readonly userId: string;
  /** Whether the member ends the membership. */
  readonly isOwnWish: boolean;
}

/**
 * Records that a member left a team, for `isInvolved`. A member declines a membership that another
 * person gave within `declineMembershipSeconds`, by leaving before any work for the team. Otherwise
 * an owner could add all moderators, and none could decide about the mods of the team for 90 days.
 * A declined membership does not change an earlier departure. The caller has locked the team.
 */
export async function noteDeparture(
  ctx: RequestContext,
  tx: Tx,
  { teamId, userId, isOwnWish }: Departure,
): Promise<void> {
  const leftAt = ctx.platform.clock.now();
  const declined = isOwnWish && (await wasOnlyGiven(tx, teamId, userId));
  await tx.$executeRaw`
    insert into former_team_members as f (team_id, user_id, left_at, declined)
    values (${teamId}::uuid, ${userId}::uuid, ${leftAt}::timestamptz, ${declined})
    on conflict (team_id, user_id) do update
      set left_at = excluded.left_at, declined = excluded.declined
      where f.declined or not excluded.declined`;
}

/** Whether another person gave the membership shortly before, and the member did nothing since. */
async function wasOnlyGiven(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const [given] = await tx.$queryRaw<{ isIdle: boolean | null }[]>`
    select a.actor_id <> ${userId}::uuid
      and a.at > now() - make_interval(secs => ${LIMITS.declineMembershipSeconds}::int)
      and not exists (
        select from mods m where m.team_id = ${teamId}::uuid and ${worked(userId)}) as "isIdle"
    from audit_entries a join mods m on m.id = a.target_id
    where m.team_id = ${teamId}::uuid and a.action = 'team.member_added' and a.outcome = 'done'
      and a.data ->> 'user_id' = ${userId}
    order by a.at desc, a.id desc limit 1`;
  // Null for a member whom an operator added: the audit line has no actor.
  return given?.isIdle === true;
}

/** The SQL condition that an account uploaded to mod `m`, or wrote it since the audit line `a`. */
function worked(userId: string): Prisma.Sql {
  const isPart = (table: string) =>
    Prisma.sql`exists (
      select from ${Prisma.raw(table)} p where p.id = b.target_id and p.mod_id = m.id)`;
  const parts = ['mod_versions', 'artifacts', 'upload_sessions', 'media'].map(isPart);
  return Prisma.sql`(
    exists (select from mod_versions v where v.mod_id = m.id and v.created_by_id = ${userId}::uuid)
    or exists (select from upload_sessions u where u.mod_id = m.id and u.user_id = ${userId}::uuid)
    or exists (select from audit_entries b
      where b.actor_id = ${userId}::uuid and b.at >= a.at and b.outcome = 'done'
        and (b.target_id = m.id or ${Prisma.join(parts, ' or ')})))`;
}
