import type { Tx } from '../../../platform/database/connect.js';
import { enqueueAll } from '../../../platform/queue/enqueue.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { admitTeamNotice, type TeamParams } from './admit-team-notice.js';
import type { NoticeParams, NoticeTemplate } from './notice.js';

/** A message to some users. */
export interface NewNotice<Template extends NoticeTemplate> {
  readonly userIds: readonly string[];
  readonly template: Template;
  readonly params: NoticeParams[Template];
}

/**
 * Writes a message to each user in the transaction that causes it; the worker sends it after the
 * commit. The address and the language are read then. A user without an address gets none.
 * The messages about teams are bounded for each recipient (`admitTeamNotice`), as other users cause
 * them. The messages about the own account are not, and are sent at once. The number of
 * statements is the same for any number of users.
 */
export async function notify<Template extends NoticeTemplate>(
  tx: Tx,
  { platform }: Pick<RequestContext, 'platform'>,
  { userIds, template, params }: NewNotice<Template>,
): Promise<void> {
  const recipients = [...new Set(userIds)];
  if (recipients.length === 0) return;
  const admitted = isOfTeam(params)
    ? await admitTeamNotice(tx, platform, { userIds: recipients, template, params })
    : recipients.map((userId) => ({ userId, id: newId(), dueAt: null }));
  const createdAt = platform.clock.now();
  await tx.mail.createMany({
    data: admitted.map(({ id, userId }) => ({
      ...{ id, userId, template, params: { ...params }, createdAt },
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

function isOfTeam(params: NoticeParams[NoticeTemplate]): params is TeamParams {
  return 'modId' in params;
}
