import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { newId } from '../../../request/ids.js';
import type { NoticeParams, NoticeTemplate } from './notice.js';

/** The values of the messages about teams, which other users can cause. */
export type TeamParams = NoticeParams[
  | 'team_role_changed'
  | 'team_owner_changed'
  | 'trusted_publisher_changed'];

/** A message about a team to one recipient. */
interface TeamNotice {
  readonly userId: string;
  readonly params: TeamParams;
}

/** A message about a team that is written, and when it is sent. */
interface Admitted extends TeamNotice {
  readonly id: string;
  readonly dueAt: Date;
}

/** The earlier messages of a recipient that delay or drop a new one. */
interface EarlierNotices {
  /** The index of the new message. */
  readonly at: number;
  /**
   * When the newest message of the same template and subject ended; now if it is being sent. Null
   * if there is no such message.
   */
  readonly last: Date | null;
  /**
   * Messages to the recipient with the same `tally` (`readEarlierNotices`): those of the last day,
   * and the new ones with a lower index.
   */
  readonly count: number;
}

/**
 * Limits the messages that other users can cause for a recipient. The subject is the mod, and the
 * member or the trusted publisher if the message names one. Two new messages to a recipient need
 * different subjects.
 * - A message that no worker has begun to send is replaced, so that the recipient reads the latest
 *   state.
 * - The next message with this template and subject waits for `teamMailWindowSeconds`.
 * - Every message waits for `teamMailDelaySeconds`, so that a change and its undoing send only one.
 * - A recipient gets `teamMailsPerDay` of each tally in a day (`readEarlierNotices`); further
 *   messages are dropped and logged.
 *
 * Locks the accounts of the recipients, so that concurrent transactions see each other's messages.
 * Returns the messages that the caller has to store, without those that replaced a waiting one.
 * Three statements.
 */
export async function admitTeamNotices(
  tx: Tx,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  template: NoticeTemplate,
  notices: readonly TeamNotice[],
): Promise<Admitted[]> {
  const now = clock.now();
  const ids = [...new Set(notices.map(({ userId }) => userId))];
  await tx.$queryRaw`
    select 1 from users where id = any(${ids}::uuid[]) order by id for no key update`;
  const replaced = await replaceWaiting(tx, template, notices, now);
  const others = notices.filter((_notice, at) => !replaced.has(at));
  const earlier = await readEarlierNotices(tx, template, others, now);
  const admitted = earlier.filter(({ count }) => count < LIMITS.teamMailsPerDay);
  const refused = earlier.length - admitted.length;
  if (refused > 0)
    log.info({ part: 'mail', refused }, 'mails about teams dropped at the daily limit');
  const soonest = now.getTime() + LIMITS.teamMailDelaySeconds * 1000;
  return admitted.flatMap(({ at, last }) => {
    const notice = others[at];
    if (!notice) return [];
    const next = last === null ? 0 : last.getTime() + LIMITS.teamMailWindowSeconds * 1000;
    return [{ ...notice, id: newId(), dueAt: new Date(Math.max(soonest, next)) }];
  });
}

/** The new messages as rows `n`, with their index `at`. */
function rowsOf(notices: readonly TeamNotice[]): Prisma.Sql {
  const userIds = notices.map(({ userId }) => userId);
  const params = notices.map((notice) => JSON.stringify(notice.params));
  return Prisma.sql`(
    select user_id, params::jsonb as params, (nth - 1)::int as at
    from unnest(${userIds}::uuid[], ${params}::text[]) with ordinality as u (user_id, params, nth)
  ) n`;
}

/** The SQL condition that the message `m` has the template and the subject of the new message `n`. */
const hasSubject = (template: NoticeTemplate) => Prisma.sql`m.template = ${template}
  and m.params ->> 'modId' = n.params ->> 'modId'
  and coalesce(m.params ->> 'member', m.params ->> 'publisher')
    is not distinct from coalesce(n.params ->> 'member', n.params ->> 'publisher')`;

/**
 * Replaces the values of messages that no worker has begun to send. Returns the indexes of the new
 * messages that replaced one.
 */
async function replaceWaiting(
  tx: Tx,
  template: NoticeTemplate,
  notices: readonly TeamNotice[],
  now: Date,
): Promise<Set<number>> {
  const rows = await tx.$queryRaw<{ at: number }[]>`
    update mails m set params = n.params, created_at = ${now}::timestamptz
    from ${rowsOf(notices)}
    where m.user_id = n.user_id and m.outcome is null and m.attempts = 0 and ${hasSubject(template)}
    returning n.at`;
  return new Set(rows.map(({ at }) => at));
}

/**
 * Reads only rows of two days: a message ends within a day of its last change. Messages with the
 * same `tally` count together (`teamMailsPerDay`): those about a mod that the recipient created, or
 * of which they created a version, and those about all other mods with the same `ModStanding`. An
 * attacker can add a user to many mods, also published ones, but cannot use up the count of the
 * user's own mod with them. A message that is not about a team has no tally.
 */
function readEarlierNotices(
  tx: Tx,
  template: NoticeTemplate,
  notices: readonly TeamNotice[],
  now: Date,
): Promise<EarlierNotices[]> {
  const dayAgo = new Date(now.getTime() - LIMITS.teamMailsDaySeconds * 1000);
  const earliest = new Date(now.getTime() - 2 * LIMITS.teamMailsDaySeconds * 1000);
  const tallied = (rows: string) => Prisma.sql`
    select r.*, coalesce(own.mod_id, r.params ->> 'standing') as tally from ${Prisma.raw(rows)} r
      left join own on own.user_id = r.user_id and own.mod_id = r.params ->> 'modId'
        and r.params ? 'standing'`;
  return tx.$queryRaw<EarlierNotices[]>`
    with new_mails as (select * from ${rowsOf(notices)}),
    earlier_mails as (
      select user_id, params, template, ended_at from mails
      where user_id in (select user_id from new_mails) and created_at > ${earliest}::timestamptz),
    own as materialized (
      select user_id, mod_id from (
        select user_id, params ->> 'modId' as mod_id from new_mails where params ? 'standing'
        union
        select user_id, params ->> 'modId' from earlier_mails where params ? 'standing') about
      where exists (select from mods o where o.id = about.mod_id::uuid
        and (o.author_id = about.user_id or exists (select from mod_versions v
          where v.mod_id = o.id and v.created_by_id = about.user_id))))
    select n.at,
      max(coalesce(m.ended_at, ${now}::timestamptz)) filter (where ${hasSubject(template)}) as last,
      (count(*) filter (where m.tally = n.tally
          and coalesce(m.ended_at, ${now}::timestamptz) > ${dayAgo}::timestamptz)
        + row_number() over (partition by n.user_id, n.tally order by n.at) - 1
      )::int as count
    from (${tallied('new_mails')}) n left join (${tallied('earlier_mails')}) m on m.user_id = n.user_id
    group by n.at, n.user_id, n.params, n.tally
    order by n.at`;
}
