import { type OutboundResponse, OutboundSilent, send } from '../../../platform/outbound/send.js';
import { type Resolver, TargetRefused } from '../../../platform/outbound/target.js';
import type { Platform } from '../../../platform/platform.js';
import { readRelease } from '../../../platform/release.js';
import { SealedElsewhere } from '../../../platform/vault.js';
import { LIMITS } from '../../../registry/limits.js';
import type { ClaimedDelivery } from './claim-deliveries.js';
import type { DeliveryFailure } from './delivery.type.js';
import { eventBody, signedHeaders, snippetOf } from './event-delivery.js';
import { openWebhookSecret } from './signing-secret.js';
import { targetPolicy } from './target.js';

/**
 * The result of one attempt. `status` and `snippet` are null without a response; `snippet` is also
 * null for an empty one.
 */
export interface Attempt {
  /** Null if it succeeded. */
  readonly failure: DeliveryFailure | null;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly snippet: string | null;
}

/** Replacements for tests: the time limit of an attempt, in seconds, and the DNS resolver. */
export interface SendOptions {
  readonly responseSeconds?: number;
  readonly resolve?: Resolver;
}

/**
 * Posts a delivery to its receiver (Spec 6). A redirect counts as a failure and is not followed.
 * The whole attempt has a timeout of ten seconds, and reads little of the response. Throws the
 * reason of `signal`, and `SealedElsewhere` if this process cannot open the present secret.
 */
export async function sendDelivery(
  platform: Platform,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
  { responseSeconds = LIMITS.webhookResponseSeconds, resolve }: SendOptions = {},
): Promise<Attempt> {
  const body = eventBody(delivery);
  const headers = headersOf(platform, delivery, body);
  // The error handler below refers to this signal. Without a reference, Node 20 would collect it as
  // garbage, and the time limit would never end the request.
  const limit = AbortSignal.timeout(responseSeconds * 1000);
  const begunAt = performance.now();
  const ended = (attempt: Omit<Attempt, 'latencyMs'>): Attempt => ({
    ...attempt,
    latencyMs: Math.round(performance.now() - begunAt),
  });
  try {
    const response = await send({
      method: 'POST',
      url: delivery.url,
      headers,
      body,
      idleSeconds: responseSeconds,
      policy: targetPolicy(platform.config, delivery.url),
      signal: AbortSignal.any([signal, limit]),
      ...(resolve ? { resolve } : {}),
    });
    const { status } = response;
    const isSuccess = status >= 200 && status < 300;
    const snippet = snippetOf(await beginningOf(response));
    return ended({ failure: isSuccess ? null : 'status', status, snippet });
  } catch (error) {
    signal.throwIfAborted();
    return ended({ failure: failureOf(error, limit), status: null, snippet: null });
  }
}

/** The headers of an attempt, with its time and its signatures. Throws `SealedElsewhere`. */
function headersOf(platform: Platform, delivery: ClaimedDelivery, body: string) {
  const timestamp = Math.floor(platform.clock.now().getTime() / 1000);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': `modport/${readRelease()} (+${platform.publicUrl})`,
    ...signedHeaders(delivery.id, body, timestamp, secretsOf(platform, delivery)),
  };
}

/**
 * The signing secrets, the newest first. A previous secret that cannot be opened is skipped,
 * because the present one suffices. Throws `SealedElsewhere` for the present secret.
 */
function secretsOf({ vault, clock, log }: Platform, delivery: ClaimedDelivery): string[] {
  const { subscriptionId, secret, previousSecret, previousUntil } = delivery;
  const present = openWebhookSecret(vault, subscriptionId, secret);
  if (!previousSecret || !previousUntil || previousUntil <= clock.now()) return [present];
  try {
    return [present, openWebhookSecret(vault, subscriptionId, previousSecret)];
  } catch (error) {
    if (!(error instanceof SealedElsewhere)) throw error;
    log.warn(
      { err: error, subscription: subscriptionId },
      'the previous secret could not be decrypted; signed with the new one only',
    );
    return [present];
  }
}

/** The beginning of a response body, which may be long, slow or incomplete. */
async function beginningOf(response: OutboundResponse): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= LIMITS.webhookResponseBytes) break;
    }
  } catch {
    // The response ended early. The snippet shows the part that arrived.
  } finally {
    response.close();
  }
  return Buffer.concat(pieces).subarray(0, LIMITS.webhookResponseBytes);
}

function failureOf(error: unknown, limit: AbortSignal): DeliveryFailure {
  if (error instanceof TargetRefused) return 'target_refused';
  return limit.aborted || error instanceof OutboundSilent ? 'timeout' : 'no_answer';
}
