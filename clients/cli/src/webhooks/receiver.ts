import type { IncomingMessage, ServerResponse } from 'node:http';
import { verifyWebhook, type WebhookRefusal } from '@modport/client';
import { z } from 'zod';
import { safeLine } from '../output/safe-text.js';

/**
 * A request that arrived at the receiver. The ids, `type` and `event` are null unless it is
 * genuine. If a genuine body is no event, its `event_id` and `type` are empty texts.
 */
export interface Delivery {
  /** In ISO 8601, in UTC. */
  readonly received_at: string;
  readonly genuine: boolean;
  /** Why the delivery is not genuine; null for a genuine one. */
  readonly refused: WebhookRefusal | 'too_large' | null;
  readonly delivery_id: string | null;
  readonly event_id: string | null;
  readonly type: string | null;
  /** The parsed event, with members that this program does not know. */
  readonly event: unknown;
  /** The status from the forwarding address; 0 without a response, null if not forwarded. */
  readonly forwarded_status: number | null;
}

interface Receiver {
  readonly secret: string;
  readonly forward: URL | null;
  readonly onDelivery: (delivery: Delivery) => void;
}

/** The largest accepted body. Events are much smaller. */
const LIMIT_BYTES = 1024 * 1024;
/**
 * The time for the forwarding address, in milliseconds. The service waits ten seconds for the
 * response.
 */
const FORWARD_MS = 8000;

const event = z.looseObject({ event_id: z.string(), type: z.string() });

/**
 * Returns an HTTP handler that verifies deliveries, and forwards genuine ones to `forward` unless
 * it is null. The status is:
 * - 204 for a genuine delivery
 * - 502 for one that the forwarding address did not accept with a status of 2xx
 * - 413 for a body above `LIMIT_BYTES`
 * - 401 for any other delivery
 * After each response it calls `onDelivery`, also for a refused delivery. It does not call it if
 * the connection broke before the whole body arrived. `onDelivery` must not throw: nothing catches
 * its error.
 */
export function createReceiver(receiver: Receiver) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    receive(receiver, request).then(
      ({ delivery, status }) => {
        response.writeHead(status).end();
        receiver.onDelivery(delivery);
      },
      // The connection broke before the whole body arrived.
      () => response.destroy(),
    );
  };
}

async function receive(
  { secret, forward }: Receiver,
  request: IncomingMessage,
): Promise<{ delivery: Delivery; status: number }> {
  const body = await bodyOf(request);
  if (body === null) return { delivery: refusedAs('too_large'), status: 413 };
  const verdict = verifyWebhook(secret, request.headers, body);
  if (!verdict.genuine) return { delivery: refusedAs(verdict.refused), status: 401 };
  const content = event.safeParse(jsonOf(body)).data ?? { event_id: '', type: '' };
  const forwarded_status = forward === null ? null : await forwardTo(forward, request, body);
  const delivery: Delivery = {
    ...refusedAs(null),
    genuine: true,
    delivery_id: safeLine(verdict.deliveryId),
    event_id: safeLine(content.event_id),
    type: safeLine(content.type),
    event: content,
    forwarded_status,
  };
  // The service repeats a delivery that the forwarding address did not accept.
  const isAccepted =
    forwarded_status === null || (forwarded_status >= 200 && forwarded_status < 300);
  return { delivery, status: isAccepted ? 204 : 502 };
}

function refusedAs(refused: Delivery['refused']): Delivery {
  return {
    received_at: new Date().toISOString(),
    genuine: false,
    refused,
    delivery_id: null,
    event_id: null,
    type: null,
    event: null,
    forwarded_status: null,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/**
 * Sends a delivery on with its signature, so that the receiver can verify it too. Returns the
 * status, or 0 without a response.
 */
async function forwardTo(url: URL, { headers }: IncomingMessage, body: Buffer): Promise<number> {
  const passed = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && /^(?:x-service-|content-type$)/.test(entry[0]),
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: passed,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}
