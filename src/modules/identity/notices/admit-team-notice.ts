import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { newId } from '../../../request/ids.js';
import type { NoticeParams } from './notice.js';

/** The values of the messages about teams. */
export type TeamParams = NoticeParams['team_role_changed' | 'team_owner_changed'];

/** A message about a team to write. */
export interface TeamNotice {
  readonly userIds: readonly string[];
  readonly template: string;
  readonly params: TeamParams;
}

/** A recipient who gets a new message, and when it is sent. */
export interface Admitted {
  readonly userId: string;
  readonly id: string;
  readonly dueAt: Date;
}

interface Standing {
  readonly userId: string;
  /** When the newest message of the same template and subject ended; now if it is being sent. */
  readonly last: Date | null;
  /** Messages about teams in the last day. */
  readonly count: number;
}

/**
 * Limits the messages that other users can cause for a recipient. The subject is the mod, and the
 * member if the message names one.
 * - A message that no worker has begun to send is replaced, so that the recipient reads the latest
 *   state.
 * - The next message with this template and subject waits for `teamMailWindowSeconds`.
 * - A recipient gets `teamMailsPerDay` in a day. Published mods have a separate counter, so that
 *   drafts cannot use it up. Locks the accounts of the recipients, so that concurrent transactions
 *   see each other's messages. Returns the recipients of a new message.
 */
export async function admitTeamNotice(
  tx: Tx,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  notice: TeamNotice,
): Promise<Admitted[]> {
  const now = clock.now();
  const ids = [...notice.userIds];
  await tx.$queryRaw`
    select 1 from users where id = any(${ids}::uuid[]) order by id for no key update`;
  const replaced = await replaceWaiting(tx, notice, now);
  const others = { ...notice, userIds: ids.filter((id) => !replaced.has(id)) };
  const standings = await readStandings(tx, others, now);
  const admitted = standings.filter(({ count }) => count < LIMITS.teamMailsPerDay);
  const refused = standings.length - admitted.length;
  if (refused > 0) log.info({ part: 'mail', refused }, 'too many messages about teams in a day');
  const soonest = now.getTime() + LIMITS.teamMailDelaySeconds * 1000;
  return admitted.map(({ userId, last }) => {
    const next = last === null ? 0 : last.getTime() + LIMITS.teamMailWindowSeconds * 1000;
    return { userId, id: newId(), dueAt: new Date(Math.max(soonest, next)) };
  });
}

/** Replaces the values of waiting messages. Returns their recipients. */
async function replaceWaiting(
  tx: Tx,
  { userIds, template, params }: TeamNotice,
  now: Date,
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    update mails set params = ${JSON.stringify(params)}::jsonb, created_at = ${now}::timestamptz
    where user_id = any(${[...userIds]}::uuid[]) and template = ${template}
      and outcome is null and attempts = 0
      and params ->> 'modId' = ${params.modId}
      and params ->> 'member' is not distinct from ${memberOf(params)}
    returning user_id as "userId"`;
  return new Set(rows.map(({ userId }) => userId));
}

/** Reads only rows of two days: a message ends within a day of its last change. */
function readStandings(
  tx: Tx,
  { userIds, template, params }: TeamNotice,
  now: Date,
): Promise<Standing[]> {
  const dayAgo = new Date(now.getTime() - LIMITS.teamMailsDaySeconds * 1000);
  const earliest = new Date(now.getTime() - 2 * LIMITS.teamMailsDaySeconds * 1000);
  return tx.$queryRaw<Standing[]>`
    select u.id as "userId",
      max(coalesce(m.ended_at, ${now}::timestamptz)) filter (where m.template = ${template}
        and m.params ->> 'modId' = ${params.modId}
        and m.params ->> 'member' is not distinct from ${memberOf(params)}) as last,
      (count(*) filter (where m.params ->> 'standing' = ${params.standing}
        and coalesce(m.ended_at, ${now}::timestamptz) > ${dayAgo}::timestamptz))::int as count
    from unnest(${[...userIds]}::uuid[]) u (id)
      left join mails m on m.user_id = u.id and m.created_at > ${earliest}::timestamptz
    group by u.id`;
}

function memberOf(params: TeamParams): string | null {
  return 'member' in params ? params.member : null;
}
