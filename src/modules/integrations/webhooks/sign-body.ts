import { createHmac } from 'node:crypto';

/**
 * The headers by which a receiver verifies the origin and age of a body (decisions, Webhooks): one
 * signature per secret, the newest first. `timestamp` is in Unix seconds; the key is the whole
 * secret.
 */
export function signedHeaders(
  deliveryId: string,
  body: string,
  timestamp: number,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return `v1=${hex}`;
  });
  return {
    'X-Service-Signature': signatures.join(','),
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Delivery-Id': deliveryId,
  };
}
