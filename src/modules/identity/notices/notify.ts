import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueueAll } from '../../../platform/queue/queue.port.js';
import type { Locale } from '../../../registry/error-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import type { NoticeParams, NoticeTemplate } from './notice.js';

/** The values of the messages about teams, which other users can cause. */
type TeamParams = NoticeParams[
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
   * Messages to the recipient about mods with the same `ModStanding`: those of the last day, and
   * the new ones with a lower index.
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
 * - A recipient gets `teamMailsPerDay` in a day; further messages are dropped and logged. Published
 *   mods have a separate counter, so that drafts cannot use it up.
 *
 * Locks the accounts of the recipients, so that concurrent transactions see each other's messages.
 * Returns the messages that the caller has to store, without those that replaced a waiting one.
 * Three statements.
 */
async function admitTeamNotices(
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
      (count(*) filter (where m.params ->> 'standing' = n.params ->> 'standing'
          and coalesce(m.ended_at, ${now}::timestamptz) > ${dayAgo}::timestamptz)
        + row_number() over (partition by n.user_id, n.params ->> 'standing' order by n.at) - 1
      )::int as count
    from ${rowsOf(notices)}
      left join mails m on m.user_id = n.user_id and m.created_at > ${earliest}::timestamptz
    group by n.at, n.user_id, n.params
    order by n.at`;
}

/** A message to some users. */
interface NewNotice<Template extends NoticeTemplate> {
  readonly userIds: readonly string[];
  readonly template: Template;
  readonly params: NoticeParams[Template];
  /** The address to send to. If undefined, the address of the account. */
  readonly address?: string;
  /** The link that the message carries. It goes to the address of the link, not to `address`. */
  readonly linkId?: string;
}

/**
 * Writes a message to each user in the transaction that causes it; the worker sends it after the
 * commit and reads the address and the language then. A user without an address gets only messages
 * with an `address` or a `linkId`. Messages about teams are limited as in `notifyTeams` and ignore
 * both. All others are sent at once. The number of statements is the same for any number of users.
 */
export async function notify<Template extends NoticeTemplate>(
  tx: Tx,
  ctx: Pick<RequestContext, 'platform'>,
  { userIds, template, params, address, linkId }: NewNotice<Template>,
): Promise<void> {
  if (isOfTeam(params)) return notifyTeams(tx, ctx, template, [{ userIds, params }]);
  const recipients = [...new Set(userIds)].map((userId) => ({ userId, id: newId(), dueAt: null }));
  const more = { address: address ?? null, linkId: linkId ?? null };
  await write(
    tx,
    ctx,
    template,
    recipients.map((recipient) => ({ ...recipient, ...more, params })),
  );
}

/**
 * Writes messages of one template about some teams, each to several users. They are limited for
 * each recipient (`admitTeamNotices`), because other users cause them. Two messages to one
 * recipient must have different subjects: another mod, member or trusted publisher. The number of
 * statements is the same for any number of teams.
 */
export async function notifyTeams<Template extends NoticeTemplate>(
  tx: Tx,
  ctx: Pick<RequestContext, 'platform'>,
  template: Template,
  teams: readonly { userIds: readonly string[]; params: NoticeParams[Template] & TeamParams }[],
): Promise<void> {
  const notices = teams.flatMap(({ userIds, params }) =>
    [...new Set(userIds)].map((userId) => ({ userId, params })),
  );
  if (notices.length === 0) return;
  await write(tx, ctx, template, await admitTeamNotices(tx, ctx.platform, template, notices));
}

/** A message to store; without `dueAt` it is sent at once. */
interface Stored {
  readonly id: string;
  readonly userId: string;
  readonly params: NoticeParams[NoticeTemplate];
  readonly dueAt: Date | null;
  readonly address?: string | null;
  readonly linkId?: string | null;
}

/** Stores messages, and queues the jobs that send them. Does nothing without messages. */
async function write(
  tx: Tx,
  { platform }: Pick<RequestContext, 'platform'>,
  template: NoticeTemplate,
  messages: readonly Stored[],
): Promise<void> {
  if (messages.length === 0) return;
  const createdAt = platform.clock.now();
  await tx.mail.createMany({
    data: messages.map(({ dueAt: _dueAt, params, ...row }) => ({
      address: null,
      linkId: null,
      ...row,
      template,
      params: { ...params },
      createdAt,
    })),
  });
  await enqueueAll(
    tx,
    messages.map(({ id, dueAt }) => ({
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

function isOfTeam<Params extends NoticeParams[NoticeTemplate]>(
  params: Params,
): params is Params & TeamParams {
  return 'standing' in params;
}
