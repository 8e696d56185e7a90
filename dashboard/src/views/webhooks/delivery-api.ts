import { read, write } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const DELIVERIES = graphql(`
  query Deliveries($id: ID!, $status: DeliveryState, $cursor: String) {
    listWebhookDeliveries(
      subscriptionId: $id
      deliveryStatus: $status
      limit: 25
      cursor: $cursor
    ) {
      items {
        id
        eventId
        eventKind
        deliveryStatus
        attemptCount
        lastResponseStatus
        lastFailure
        latencyMs
        responseSnippet
        payload
        nextAttemptAt
        redeliveryOfId
        subjectId
        createdAt
        retry {
          attempt
          maxAttempts
        }
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const REDELIVER = graphql(`
  mutation Redeliver($id: ID!) {
    redeliverWebhookDelivery(id: $id) {
      id
    }
  }
`);

const TEST = graphql(`
  mutation TestWebhook($id: ID!) {
    testWebhookSubscription(id: $id) {
      id
    }
  }
`);

/** One page of the log of a webhook. */
export type DeliveryPage = ResultOf<typeof DELIVERIES>['listWebhookDeliveries'];

/** The delivery of one event. */
export type Delivery = DeliveryPage['items'][number];

/** The states of a delivery. */
export const DELIVERY_STATES = [
  'pending',
  'delivering',
  'retrying',
  'succeeded',
  'exhausted',
  'cancelled',
] as const;

/** The state that the query of a page filters by; null if it names none or an unknown one. */
export function statusIn(params: URLSearchParams): Delivery['deliveryStatus'] | null {
  return DELIVERY_STATES.find((state) => state === params.get('status')) ?? null;
}

/**
 * Reads one page of the log of a webhook, the newest first. A null status means all states. Throws
 * a `Problem`.
 */
export async function readDeliveries(
  of: {
    readonly id: string;
    readonly status: Delivery['deliveryStatus'] | null;
    readonly cursor: string | null;
  },
  signal?: AbortSignal,
): Promise<DeliveryPage> {
  return (await read(DELIVERIES, of, signal)).listWebhookDeliveries;
}

/**
 * Queues a test event for a webhook. Throws a `Problem`, such as `invalid_state` if the webhook is
 * disabled.
 */
export async function sendTest(id: string): Promise<void> {
  await write(TEST, { id });
}

/**
 * Queues a new delivery of the same event. The given one stays unchanged. Throws a `Problem`, such
 * as `invalid_state` if the webhook is disabled.
 */
export async function redeliver(id: string): Promise<void> {
  await write(REDELIVER, { id });
}
