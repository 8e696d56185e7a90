import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { disableSubscriptions } from '../subscriptions/end-subscriptions.js';
import { removePublishers } from '../trusted-publishers/end-publishers.js';
import type { CreatedBy } from './created-by.js';

/**
 * Disables the webhook subscriptions and removes the trusted publishers that `of` selects. Call it
 * in the transaction that ends the applications, tokens, keys or sessions. Writes an audit line for
 * each, and mails the owners of mods that lose a publisher. The number of statements is constant.
 */
export async function endCreated(tx: Tx, ctx: RequestContext, of: CreatedBy): Promise<void> {
  await disableSubscriptions(tx, ctx, of);
  await removePublishers(tx, ctx, of);
}
