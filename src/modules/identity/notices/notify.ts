import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueueAll } from '../../../platform/queue/queue.port.js';
import type { Locale } from '../../../registry/error-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import type { NoticeParams, NoticeTemplate } from './notice.js';

/** The values of the messages about teams. */
type TeamParams = NoticeParams[
  | 'team_role_changed'
  | 'team_owner_changed'
  | 'trusted_publisher_changed'];

/** A message about a team to write. */
interface TeamNotice {
  readonly userIds: readonly string[];
  readonly template: string;
  readonly params: TeamParams;
}

/** A recipient who gets a new message, and when it is sent. */
interface Admitted {
  readonly userId: string;
  readonly id: string;
  readonly dueAt: Date;
}

/** The earlier messages of one recipient that delay or drop the next one. */
interface EarlierNotices {
  readonly userId: string;
  /** When the newest message of the same template and subject ended; now if it is being sent. */
  readonly last: Date | null;
  /** Messages of the last day about the teams of mods with the same `ModStanding`. */
  readonly count: number;
}

/**
 * Limits the messages that other users can cause for a recipient. The subject is the mod, and the
 * member or the trusted publisher if the message names one.
 * - A message that no worker has begun to send is replaced, so that the recipient reads the latest
 *   state.
 * - The next message with this template and subject waits for `teamMailWindowSeconds`.
 * - Every message waits for `teamMailDelaySeconds`, so that a change and its undoing send only one.
 * - A recipient gets `teamMailsPerDay` in a day; further messages are dropped and logged. Published
 *   mods have a separate counter, so that drafts cannot use it up.
 *
 * Locks the accounts of the recipients, so that concurrent transactions see each other's messages.
 * Returns the recipients of a new message.
 */
async function admitTeamNotice(
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
  const earlier = await readEarlierNotices(tx, others, now);
  const admitted = earlier.filter(({ count }) => count < LIMITS.teamMailsPerDay);
  const refused = earlier.length - admitted.length;
  if (refused > 0) log.info({ part: 'mail', refused }, 'too many messages about teams in a day');
  const soonest = now.getTime() + LIMITS.teamMailDelaySeconds * 1000;
  return admitted.map(({ userId, last }) => {
    const next = last === null ? 0 : last.getTime() + LIMITS.teamMailWindowSeconds * 1000;
    return { userId, id: newId(), dueAt: new Date(Math.max(soonest, next)) };
  });
}

/** Replaces the values of messages that no worker has begun to send. Returns their recipients. */
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
      and coalesce(params ->> 'member', params ->> 'publisher') is not distinct from ${partOf(params)}
    returning user_id as "userId"`;
  return new Set(rows.map(({ userId }) => userId));
}

/** Reads only rows of two days: a message ends within a day of its last change. */
function readEarlierNotices(
  tx: Tx,
  { userIds, template, params }: TeamNotice,
  now: Date,
): Promise<EarlierNotices[]> {
  const dayAgo = new Date(now.getTime() - LIMITS.teamMailsDaySeconds * 1000);
  const earliest = new Date(now.getTime() - 2 * LIMITS.teamMailsDaySeconds * 1000);
  return tx.$queryRaw<EarlierNotices[]>`
    select u.id as "userId",
      max(coalesce(m.ended_at, ${now}::timestamptz)) filter (where m.template = ${template}
        and m.params ->> 'modId' = ${params.modId}
        and coalesce(m.params ->> 'member', m.params ->> 'publisher')
          is not distinct from ${partOf(params)}) as last,
      (count(*) filter (where m.params ->> 'standing' = ${params.standing}
        and coalesce(m.ended_at, ${now}::timestamptz) > ${dayAgo}::timestamptz))::int as count
    from unnest(${[...userIds]}::uuid[]) u (id)
      left join mails m on m.user_id = u.id and m.created_at > ${earliest}::timestamptz
    group by u.id`;
}

/** The part of the team that a message is about; null for the recipient. */
function partOf(params: TeamParams): string | null {
  if ('member' in params) return params.member;
  return 'publisher' in params ? params.publisher : null;
}

/** A message to some users. */
interface NewNotice<Template extends NoticeTemplate> {
  readonly userIds: readonly string[];
  readonly template: Template;
  readonly params: NoticeParams[Template];
  /** The recipient, if not the address of the account. */
  readonly address?: string;
  /** The link that the message carries. It goes to the address of the link, not to `address`. */
  readonly linkId?: string;
}

/**
 * Writes a message to each user in the transaction that causes it; the worker sends it after the
 * commit and reads the address and the language then. A user without an address gets no message,
 * except one with its own address or link. Messages about teams are bounded for each recipient
 * (`admitTeamNotice`), because other users cause them. All other messages are sent at once. The
 * number of statements is the same for any number of users.
 */
export async function notify<Template extends NoticeTemplate>(
  tx: Tx,
  { platform }: Pick<RequestContext, 'platform'>,
  { userIds, template, params, address, linkId }: NewNotice<Template>,
): Promise<void> {
  const recipients = [...new Set(userIds)];
  if (recipients.length === 0) return;
  const admitted = isOfTeam(params)
    ? await admitTeamNotice(tx, platform, { userIds: recipients, template, params })
    : recipients.map((userId) => ({ userId, id: newId(), dueAt: null }));
  const createdAt = platform.clock.now();
  await tx.mail.createMany({
    data: admitted.map(({ id, userId }) => ({
      id,
      userId,
      template,
      params: { ...params },
      address: address ?? null,
      linkId: linkId ?? null,
      createdAt,
    })),
  });
  await enqueueAll(
    tx,
    admitted.map(({ id, dueAt }) => ({
      kind: 'send-mail',
      payload: { mailId: id },
      ...(dueAt ? { runAt: dueAt } : {}),
    })),
  );
}

/** A message to an address without an account. */
interface AddressNotice<Template extends NoticeTemplate> {
  readonly address: string;
  readonly locale: Locale;
  readonly template: Template;
  readonly params: NoticeParams[Template];
}

/**
 * Writes a message to an address without an account, in the transaction that causes it; the worker
 * sends it after the commit. The row loses the address with the end of the message.
 */
export async function notifyAddress<Template extends NoticeTemplate>(
  tx: Tx,
  { platform }: Pick<RequestContext, 'platform'>,
  { params, ...notice }: AddressNotice<Template>,
): Promise<void> {
  const id = newId();
  const createdAt = platform.clock.now();
  await tx.mail.create({ data: { id, ...notice, params: { ...params }, createdAt } });
  await enqueueAll(tx, [{ kind: 'send-mail', payload: { mailId: id } }]);
}

function isOfTeam(params: NoticeParams[NoticeTemplate]): params is TeamParams {
  return 'standing' in params;
}
