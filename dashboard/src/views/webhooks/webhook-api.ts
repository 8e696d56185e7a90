import { read, write, writeNew } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const WEBHOOK = graphql(`
  fragment Webhook on WebhookSubscription {
    id
    etag
    url
    description
    eventKinds
    state
    disabledReason
    exhaustedInARow
    previousSecretUntil
    createdAt
  }
`);

const LIST = graphql(
  `
    query Webhooks($cursor: String) {
      listWebhookSubscriptions(limit: 100, cursor: $cursor) {
        items {
          ...Webhook
        }
        pagination {
          nextCursor
        }
      }
    }
  `,
  [WEBHOOK],
);

const READ = graphql(
  `
    query Webhook($id: ID!) {
      getWebhookSubscription(id: $id) {
        ...Webhook
      }
    }
  `,
  [WEBHOOK],
);

const CREATE = graphql(`
  mutation CreateWebhook($input: CreateWebhookSubscriptionInput!) {
    createWebhookSubscription(input: $input) {
      id
      secret
    }
  }
`);

const UPDATE = graphql(`
  mutation UpdateWebhook($id: ID!, $etag: String, $input: UpdateWebhookSubscriptionInput!) {
    updateWebhookSubscription(id: $id, expectedEtag: $etag, input: $input) {
      id
    }
  }
`);

const ROTATE = graphql(`
  mutation RotateWebhookSecret($id: ID!) {
    rotateWebhookSubscriptionSecret(id: $id) {
      etag
      secret
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhookSubscription(id: $id)
  }
`);

/** A webhook subscription. */
export type Webhook = ResultOf<typeof READ>['getWebhookSubscription'];

/** The input of a webhook. */
export interface WebhookInput {
  readonly url: string;
  readonly description: string;
  readonly eventKinds: readonly string[];
}

/** Reads all webhooks of the user, without deleted ones. Throws a `Problem`. */
export async function readWebhooks(signal?: AbortSignal): Promise<readonly Webhook[]> {
  const webhooks: Webhook[] = [];
  let cursor: string | null = null;
  do {
    const page: ResultOf<typeof LIST> = await read(LIST, { cursor }, signal);
    webhooks.push(...page.listWebhookSubscriptions.items);
    cursor = page.listWebhookSubscriptions.pagination.nextCursor;
  } while (cursor !== null);
  return webhooks.filter(({ state }) => state !== 'deleted');
}

/** Reads one webhook. Throws a `Problem`. */
export async function readWebhook(id: string, signal?: AbortSignal): Promise<Webhook> {
  return (await read(READ, { id }, signal)).getWebhookSubscription;
}

/**
 * Creates a webhook. Returns its id and its secret, which the service shows only now. Throws a
 * `Problem`.
 */
export async function createWebhook(input: WebhookInput) {
  return (await writeNew(CREATE, { input: sent(input) })).createWebhookSubscription;
}

/**
 * Changes a webhook, or enables or disables it. Disabling cancels its deliveries that have not
 * ended. Throws a `Problem`, such as `precondition_failed` if it has changed since it was read.
 */
export async function updateWebhook(
  { id, etag }: Webhook,
  changes: WebhookInput | { readonly enabled: boolean },
): Promise<void> {
  const input = 'enabled' in changes ? changes : sent(changes);
  await write(UPDATE, { id, etag, input });
}

/** The input as a mutation takes it. A blank description is sent as null. */
function sent({ url, description, eventKinds }: WebhookInput) {
  return { url, description: description.trim() || null, eventKinds: [...eventKinds] };
}

/**
 * Creates a new secret. Returns it with the new ETag. For a day, until `previousSecretUntil`, the
 * service signs with the previous secret too. Throws a `Problem`.
 */
export async function rotateSecret(id: string): Promise<{ etag: string; secret: string }> {
  return (await write(ROTATE, { id })).rotateWebhookSubscriptionSecret;
}

/** Deletes a webhook, and cancels its waiting deliveries. Throws a `Problem`. */
export async function deleteWebhook(id: string): Promise<void> {
  await write(DELETE, { id });
}
