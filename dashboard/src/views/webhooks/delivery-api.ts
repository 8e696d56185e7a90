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

/** One page of the log of a webhook. */
export type DeliveryPage = ResultOf<typeof DELIVERIES>['listWebhookDeliveries'] & {
  /** Changes when the filter or the content of the page does. */
  readonly key: string;
};

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

/** Reads one page of the log of a webhook, the newest first. */
export async function readDeliveries(
  of: { readonly id: string; readonly status: string | null; readonly cursor: string | null },
  signal?: AbortSignal,
): Promise<DeliveryPage> {
  const status = DELIVERY_STATES.find((state) => state === of.status) ?? null;
  const page = (await read(DELIVERIES, { ...of, status }, signal)).listWebhookDeliveries;
  const states = page.items.map((it) => `${it.id}${it.deliveryStatus}${it.attemptCount}`);
  return { ...page, key: [of.id, status, ...states].join() };
}

/** Sends the event of a delivery again. */
export async function redeliver(id: string): Promise<void> {
  await write(REDELIVER, { id });
}
