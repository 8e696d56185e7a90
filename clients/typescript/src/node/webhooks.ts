import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a delivery, as Node or fetch gives them. */
export type DeliveryHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Settings of a verification. */
export interface WebhookOptions {
  /** The greatest difference between the timestamp and now; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The present time in seconds since 1970; by default that of this machine. */
  readonly nowSeconds?: number;
}

/**
 * The reason for a refusal.
 * - `missing_header`: a header of the signature is missing, or repeated in a record. `Headers`
 *   joins the values of repeated headers.
 * - `stale_timestamp`: the timestamp is too old, too far ahead or no number.
 */
export type WebhookRefusal = 'missing_header' | 'stale_timestamp' | 'wrong_signature';

/**
 * The result of a verification: whether the delivery is genuine, with its id or the reason if not.
 */
export type WebhookVerdict =
  | { readonly genuine: true; readonly deliveryId: string }
  | { readonly genuine: false; readonly refused: WebhookRefusal };

/**
 * Verifies a delivery (section 6 of `docs/contract`). `secrets` holds the secret as it was shown,
 * and during a rotation both. `body` is the raw body before any parsing. Compares in constant time.
 * Accepts a repeated delivery; the caller recognizes it by `deliveryId`. Throws TypeError for an
 * empty secret.
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: DeliveryHeaders,
  body: Uint8Array | string,
  { toleranceSeconds = 300, nowSeconds = Date.now() / 1000 }: WebhookOptions = {},
): WebhookVerdict {
  const timestamp = headerOf(headers, 'x-service-timestamp');
  const signature = headerOf(headers, 'x-service-signature');
  const deliveryId = headerOf(headers, 'x-service-delivery-id');
  if (timestamp === null || signature === null || deliveryId === null) {
    return { genuine: false, refused: 'missing_header' };
  }
  const isFresh =
    /^\d{1,12}$/.test(timestamp) && Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds;
  if (!isFresh) return { genuine: false, refused: 'stale_timestamp' };
  const given = signature
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((one) => one.trim());
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (all.some((secret) => secret === '')) throw new TypeError('a secret is empty');
  const macs = all.map((secret) => macOf(secret, timestamp, body));
  // Every pair is compared, so that the time says nothing about which one matched.
  const matches = macs.flatMap((mac) => given.map((one) => isEqual(mac, one)));
  return matches.includes(true)
    ? { genuine: true, deliveryId }
    : { genuine: false, refused: 'wrong_signature' };
}

/** The characters of a signature header that count. Two signatures have only 135. */
const LONGEST_HEADER = 1024;

function macOf(secret: string, timestamp: string, body: Uint8Array | string): Buffer {
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return Buffer.from(`v1=${mac}`);
}

function isEqual(mac: Buffer, text: string): boolean {
  const given = Buffer.from(text);
  return given.length === mac.length && timingSafeEqual(given, mac);
}

function headerOf(headers: DeliveryHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const values = found.flatMap(([, value]) => value ?? []);
  // A repeated header is ambiguous. `Headers` has already joined its values.
  return values.length === 1 ? (values[0] ?? null) : null;
}
