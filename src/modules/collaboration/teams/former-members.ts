import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { TeamRole } from '../../../registry/access.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { isUnnamed, MOD_HISTORY } from '../../../registry/mod-history.js';
import type { RequestContext } from '../../../request/context.js';

/** The SQL condition that the audit line `b` is about mod `m` or one of its objects. */
const isAbout = (() => {
  const isPart = (table: string) =>
    Prisma.sql`exists (
      select from ${Prisma.raw(table)} p where p.id = b.target_id and p.mod_id = m.id)`;
  const parts = ['mod_versions', 'artifacts', 'upload_sessions', 'media'].map(isPart);
  return Prisma.sql`(b.target_id = m.id or ${Prisma.join(parts, ' or ')})`;
})();

/** A member who leaves a team. */
interface Departure {
  readonly teamId: string;
  readonly userId: string;
}

/**
 * Records that a member left a team, for `isInvolved`. A membership is declined if another person
 * gave it, and it ended within `declineMembershipSeconds` without any work for the team. Otherwise
 * an owner could add all moderators, and none could decide about the mods of the team for 90 days.
 * It does not matter whether the member or an owner ends the membership. A declined membership does
 * not change an earlier departure. The caller has locked the team.
 */
export async function noteDeparture(
  ctx: RequestContext,
  tx: Tx,
  { teamId, userId }: Departure,
): Promise<void> {
  const leftAt = ctx.platform.clock.now();
  await tx.$executeRaw`
    insert into former_team_members as f (team_id, user_id, left_at, declined)
    values (${teamId}::uuid, ${userId}::uuid, ${leftAt}::timestamptz,
      coalesce(${wasOnlyGiven(teamId, userId)}, false))
    on conflict (team_id, user_id) do update
      set left_at = excluded.left_at, declined = excluded.declined
      where f.declined or not excluded.declined`;
}

/**
 * Whether another person gave the membership shortly before, and the member did nothing since, as
 * SQL. Null for a member whom an operator added, because the audit line has no actor; the caller
 * reads null as false.
 */
const wasOnlyGiven = (teamId: string, userId: string) => Prisma.sql`(
  select a.actor_id <> ${userId}::uuid
    and a.at > now() - make_interval(secs => ${LIMITS.declineMembershipSeconds}::int)
    and not exists (
      select from mods m where m.team_id = ${teamId}::uuid and ${worked(userId)})
  from audit_entries a join mods m on m.id = a.target_id
  where m.team_id = ${teamId}::uuid and a.action = 'team.member_added' and a.outcome = 'done'
    and a.data ->> 'user_id' = ${userId}
  order by a.at desc, a.id desc limit 1)`;

/**
 * The SQL condition that an account ever created a version of mod `m` or uploaded to it, or changed
 * it since the audit line `a`. An appeal against a report counts; audit lines of `WAY_OUT` do not.
 */
function worked(userId: string): Prisma.Sql {
  return Prisma.sql`(
    exists (select from mod_versions v where v.mod_id = m.id and v.created_by_id = ${userId}::uuid)
    or exists (select from upload_sessions u where u.mod_id = m.id and u.user_id = ${userId}::uuid)
    or exists (select from audit_entries b
      where b.actor_id = ${userId}::uuid and b.at >= a.at and b.outcome = 'done' and not ${WAY_OUT}
        and (${isAbout} or b.action = 'mod_report.appealed' and b.data ->> 'mod_id' = m.id::text)))`;
}

/**
 * The SQL condition that a write of the account to mod `m` may have been running when the account
 * left its team (the departure `f`). Writes check the role before their transaction, so a write may
 * end after it.
 */
export function wroteWhileLeaving(userId: string): Prisma.Sql {
  const seconds = LIMITS.longestWriteSeconds;
  return Prisma.sql`exists (select from audit_entries b
    where b.actor_id = ${userId}::uuid and b.outcome = 'done'
      and b.at between f.left_at - make_interval(secs => ${seconds}::int)
        and f.left_at + make_interval(secs => ${seconds}::int)
      and b.action = any(${WRITES}::text[]) and ${isAbout})`;
}

/** The actions that only members perform. */
const WRITES = MOD_HISTORY.filter(
  (action) => !action.startsWith('team.') && !isUnnamed(action) && action !== 'upload.quarantined',
);

/**
 * The SQL condition that the audit line `b` is a step on the way out of a team. The last owner has
 * to make another member an owner, and a moderator returns a review that they claimed before.
 */
const WAY_OUT = Prisma.sql`(b.action = 'review.released'
  or b.action like 'team.%' and (
    b.data ->> 'role' = 'owner' or b.data ->> 'user_id' = b.actor_id::text))`;

/** A new member of a locked team. */
interface NewMember extends Departure {
  readonly role: TeamRole;
}

/**
 * Adds a member to a team. The new member must not have left it by themselves in the last
 * `rejoinSeconds`, after a declined membership. Otherwise an owner who watches the team could add a
 * moderator again before each decision. Throws `invalid_state`.
 */
export async function addMember(
  ctx: RequestContext,
  tx: Tx,
  { teamId, userId, role }: NewMember,
): Promise<void> {
  const now = ctx.platform.clock.now();
  const since = new Date(now.getTime() - LIMITS.rejoinSeconds * 1000);
  const count = await tx.$executeRaw`
    insert into team_members (team_id, user_id, role, created_at)
    select ${teamId}::uuid, ${userId}::uuid, ${role}::"TeamRole", ${now}::timestamptz
    where not exists (
      select from former_team_members f join mods m on m.team_id = f.team_id
        join audit_entries a on a.target_id = m.id and a.action = 'team.member_removed'
      where f.team_id = ${teamId}::uuid and f.user_id = ${userId}::uuid and f.declined
        and f.left_at > ${since}::timestamptz and a.outcome = 'done'
        and a.at > ${since}::timestamptz and a.actor_id = f.user_id
        and a.data ->> 'user_id' = ${userId})`;
  if (count === 0) throw problem('invalid_state', { detail: LEFT_LATELY });
}

const LEFT_LATELY: TextForPeople = {
  en: 'This person left the team shortly after being added. You can add them again one day after that.',
  ru: 'Этот человек вышел из команды вскоре после добавления. Добавить его снова можно через сутки.',
  de: 'Diese Person hat das Team kurz nach der Aufnahme verlassen. Sie können sie einen Tag danach wieder aufnehmen.',
};
