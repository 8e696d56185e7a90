import type { Tx } from '../../../platform/database/connect.js';
import { enqueueAll } from '../../../platform/queue/queue.port.js';
import type { Locale } from '../../../registry/error-texts.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { admitTeamNotices, type TeamParams } from './admit-team-notices.js';
import type { NoticeParams, NoticeTemplate } from './notice.js';

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
