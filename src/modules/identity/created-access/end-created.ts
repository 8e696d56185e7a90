import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { disableSubscriptions } from '../subscriptions/end-subscriptions.js';
import { removePublishers } from '../trusted-publishers/end-publishers.js';
import type { CreatedBy } from './created-by.js';

/**
 * Disables the webhook subscriptions and removes the trusted publishers of applications, tokens,
 * keys or sessions, in the transaction that ends these. Writes an audit line for each, and mails
 * the owners of the mods. The number of statements is constant.
 */
export async function endCreated(tx: Tx, ctx: RequestContext, of: CreatedBy): Promise<void> {
  await disableSubscriptions(tx, ctx, of);
  await removePublishers(tx, ctx, of);
}
