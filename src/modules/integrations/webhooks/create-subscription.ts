import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import {
  isPublicHost,
  type OutboundPolicy,
  type Resolver,
  resolvesInside,
} from '../../../platform/outbound/target.js';
import type { Platform } from '../../../platform/platform.js';
import type { SealedColumn } from '../../../platform/reseal.js';
import type { Vault } from '../../../platform/vault.js';
import { type FieldCode, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockCaller, requireUser } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { applicationOf, endingWith, presentSubscription } from './read-subscriptions.js';
import { requireActiveQuota, requireKeptQuota } from './require-quota.js';
import {
  type CreatedWebhookSubscription,
  type CreateWebhookSubscriptionInput,
  createWebhookSchema,
} from './webhook.type.js';

/**
 * The allowed targets of deliveries to a URL: any if an operator configured that, else only public
 * ones.
 */
export function targetPolicy({ webhookTargets }: Platform['config'], url: string): OutboundPolicy {
  const trustedOrigin = webhookTargets === 'any' ? new URL(url).origin : undefined;
  return { hosts: 'public', trustedOrigin };
}

/**
 * Validates the URL of a receiver and returns its stored form. Spec 4.9, 8: public `https` on port
 * 443. It rejects:
 * - a user name, a password or a fragment, and any text that is no URL
 * - another scheme or port
 * - an IP address outside the public internet, and a private name
 * - a name that currently resolves to no public address; deliveries check again at every connection
 *
 * A name that does not resolve yet is accepted. If the operator allows any target, every host, port
 * and `http` are accepted too. `resolve` is for tests. Throws `invalid_input` for `url`.
 */
export async function checkedTarget(
  { config }: Pick<Platform, 'config'>,
  text: string,
  resolve?: Resolver,
): Promise<string> {
  const fault = targetFault(text, config.webhookTargets);
  if (fault) throw refused(fault);
  const url = new URL(text);
  if (config.webhookTargets === 'any') return url.href;
  const isInside = await resolvesInside(url.hostname, LIMITS.outboundLookupSeconds, resolve);
  if (isInside) throw refused('not_allowed');
  return url.href;
}

const refused = (code: FieldCode) => problem('invalid_input', { fields: [{ field: 'url', code }] });

/** The fault of a URL without its resolution, or null. */
function targetFault(
  text: string,
  targets: Platform['config']['webhookTargets'],
): FieldCode | null {
  const url = /[\s\p{C}]/u.test(text) ? null : URL.parse(text);
  if (!url) return 'invalid_format';
  // The parser drops an empty user name or fragment, so this checks the text.
  if (text.includes('#') || /^[^:]*:[\\/]*[^\\/?]*@/.test(text)) return 'not_allowed';
  if (targets === 'any') return /^https?:$/.test(url.protocol) ? null : 'not_allowed';
  const isPublic = url.protocol === 'https:' && url.port === '' && isPublicHost(url.hostname);
  return isPublic ? null : 'not_allowed';
}

/** The changes of a subscription by its owner. */
type WebhookChange = 'created' | 'updated' | 'rotated' | 'enabled' | 'disabled' | 'deleted';

/**
 * Writes the audit line of a change. It contains only the host of the URL, because the rest may be
 * a secret between its owner and the receiver.
 */
export function recordWebhook(
  tx: Tx,
  ctx: RequestContext,
  { id, url }: { readonly id: string; readonly url: string },
  change: WebhookChange,
  data: Prisma.InputJsonObject = {},
): Promise<void> {
  return audit(tx, ctx, {
    action: `webhook.${change}`,
    targetKind: 'webhook_subscription',
    targetId: id,
    data: { host: new URL(url).hostname, ...data },
  });
}

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
 * this process lacks the key.
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

/**
 * Creates a subscription of the viewer. It receives events that are committed afterwards, and only
 * of mods that the credential covers. It ends with the token or key that created it. Only the
 * result contains its secret. Spec 2.12, 4.9. Throws `unauthorized`, `account_blocked`,
 * `invalid_input`, and `invalid_state` with the limit that the viewer reached.
 */
export async function createSubscription(
  ctx: RequestContext,
  input: CreateWebhookSubscriptionInput,
): Promise<CreatedWebhookSubscription> {
  const viewer = requireUser(ctx);
  const { userId, credential } = viewer;
  const values = checked(createWebhookSchema, input);
  const url = await checkedTarget(ctx.platform, values.url);
  const { vault, clock } = ctx.platform;
  const id = newId();
  const now = clock.now();
  const secret = makeWebhookSecret(vault, id);
  const make = async (tx: Tx) => {
    // The account is locked from here on, so that the second of two writes counts the first.
    await lockCaller(tx, ctx);
    const share = { ownerId: userId, clientId: applicationOf(viewer) };
    await requireActiveQuota(tx, share);
    await requireKeptQuota(tx, share);
    const row = await tx.webhookSubscription.create({
      data: {
        ...share,
        id,
        url,
        secret: secret.sealed,
        eventKinds: [...new Set(values.eventKinds)],
        description: values.description ?? null,
        limited: credential.modIds !== null,
        modIds: [...(credential.modIds ?? [])],
        credentialId: endingWith(viewer),
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordWebhook(tx, ctx, row, 'created', { event_kinds: row.eventKinds });
    return row;
  };
  const row = await transact(ctx, make, (made) => made.id);
  return { ...presentSubscription(ctx.platform, row), secret: secret.text };
}
