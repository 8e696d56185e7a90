import type { Tx } from '../../platform/database/connect.js';
import { enqueue } from '../../platform/queue/enqueue.js';
import { newId } from '../../request/ids.js';
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
 */
export async function notify<Template extends NoticeTemplate>(
  tx: Tx,
  { userIds, template, params }: NewNotice<Template>,
): Promise<void> {
  for (const userId of new Set(userIds)) {
    const id = newId();
    await tx.mail.create({ data: { id, userId, template, params: { ...params } } });
    await enqueue(tx, { kind: 'send-mail', payload: { mailId: id } });
  }
}
