import { randomBytes } from 'node:crypto';
import type { SealedColumn } from '../../../platform/reseal.js';
import type { Vault } from '../../../platform/vault.js';

/** 256 random bits. */
const BYTES = 32;

/** A new signing secret: its text, which is shown once, and its sealed form. */
interface NewWebhookSecret {
  readonly text: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const TABLE = { table: 'webhook_subscriptions', id: 'id', placeOf };

/** The column with the sealed signing secrets of subscriptions. */
export const WEBHOOK_SECRET_COLUMN: SealedColumn = {
  ...TABLE,
  name: 'webhook_secrets',
  column: 'secret',
};

/** The column with the sealed former secrets of subscriptions. */
export const FORMER_WEBHOOK_SECRET_COLUMN: SealedColumn = {
  ...TABLE,
  name: 'former_webhook_secrets',
  column: 'previous_secret',
};

/**
 * Creates the secret of a subscription. The whole text, including its prefix, is the signing key.
 */
export function makeWebhookSecret(vault: Vault, subscriptionId: string): NewWebhookSecret {
  const text = `whsec_${randomBytes(BYTES).toString('base64url')}`;
  return { text, sealed: vault.seal(placeOf(subscriptionId), text) };
}

/**
 * Opens the present or former secret; both are sealed for the same place. Throws SealedElsewhere if
 * this process lacks the key, or if the value was altered or belongs to another subscription.
 */
export function openWebhookSecret(
  vault: Vault,
  subscriptionId: string,
  sealed: Uint8Array,
): string {
  return vault.open(placeOf(subscriptionId), sealed).toString('utf8');
}

function placeOf(subscriptionId: string): string {
  return `webhook_subscriptions.secret ${subscriptionId}`;
}
