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
   * Messages to the recipient that count together (`countOf`): those of the last day, and the new
   * ones with a lower index.
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
 * - A recipient gets `teamMailsPerDay` of each count in a day (`countOf`); further messages are
 *   dropped and logged.
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
  if (refused > 0) log.info({ part: 'mail', refused }, 'too many messages about teams in a day');
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
 * The count of a message in a row: of its mod, if the recipient created the mod or one of its
 * versions; otherwise of all other mods with the same `ModStanding`. An attacker can add a user to
 * many mods, also published ones, but cannot use up the count of the user's own mod with them. Null
 * for a message that is not about a team.
 */
function countOf(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`case when ${row}.params ? 'standing' then coalesce(
    (select o.id::text from mods o where o.id = (${row}.params ->> 'modId')::uuid
      and (o.author_id = ${row}.user_id or exists (select from mod_versions v
        where v.mod_id = o.id and v.created_by_id = ${row}.user_id))),
    ${row}.params ->> 'standing') end`;
}

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

/** Reads only rows of two days: a message ends within a day of its last change. */
function readEarlierNotices(
  tx: Tx,
  template: NoticeTemplate,
  notices: readonly TeamNotice[],
  now: Date,
): Promise<EarlierNotices[]> {
  const dayAgo = new Date(now.getTime() - LIMITS.teamMailsDaySeconds * 1000);
  const earliest = new Date(now.getTime() - 2 * LIMITS.teamMailsDaySeconds * 1000);
  return tx.$queryRaw<EarlierNotices[]>`
    select n.at,
      max(coalesce(m.ended_at, ${now}::timestamptz)) filter (where ${hasSubject(template)}) as last,
      (count(*) filter (where ${countOf(Prisma.sql`m`)} = ${countOf(Prisma.sql`n`)}
          and coalesce(m.ended_at, ${now}::timestamptz) > ${dayAgo}::timestamptz)
        + row_number() over (partition by n.user_id, ${countOf(Prisma.sql`n`)} order by n.at) - 1
      )::int as count
    from ${rowsOf(notices)}
      left join mails m on m.user_id = n.user_id and m.created_at > ${earliest}::timestamptz
    group by n.at, n.user_id, n.params
    order by n.at`;
}
