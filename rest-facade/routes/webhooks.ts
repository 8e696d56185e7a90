import { accepted, created, ok, okList, type Routes, route } from '../route.js';

const webhooks = {
  tag: 'webhooks',
  rate: 'webhooks',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
} as const;

/** A secret is shown once, so a retry gets `idempotency_replay_unavailable`. */
const shownOnce = { idempotency: 'optional', replay: 'unavailable' } as const;

/**
 * Webhook subscriptions and their deliveries (Spec 4.9, 6). `betaRoutes` has the read, the change
 * and the removal of one subscription. A test event exists only in GraphQL.
 */
export const webhookRoutes: Routes = {
  createWebhookSubscription: route({
    ...webhooks,
    ...shownOnce,
    method: 'POST',
    path: '/webhook-subscriptions',
    summary: 'Create a webhook subscription',
    description:
      'Delivers events of these kinds to `url`: events of your account, and of the mods ' +
      'whose drafts you can read. Deliveries start with new events. If the credential is ' +
      'limited to some mods, so is the subscription. The response contains the `secret` for ' +
      'the signatures, only this once; a repeated request is refused. `url` must be public ' +
      '`https` on port 443. An address in a private network is refused here and at every ' +
      'connection.',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: created(),
    statements: 12,
    errors: ['invalid_state'],
  }),
  listWebhookSubscriptions: route({
    ...webhooks,
    method: 'GET',
    path: '/webhook-subscriptions',
    summary: 'List your subscriptions',
    description:
      'Lists your subscriptions, newest first, including disabled ones, without secrets. A ' +
      'credential that is limited to some mods sees only subscriptions limited to those ' +
      'mods.',
    bind: { cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    statements: 2,
    errors: [],
  }),
  rotateWebhookSubscriptionSecret: route({
    ...webhooks,
    ...shownOnce,
    method: 'POST',
    path: '/webhook-subscriptions/{subscription_id}/rotate-secret',
    summary: 'Rotate the secret of a subscription',
    description:
      'Creates a new `secret`; the response contains it only this once. For 24 hours, ' +
      'deliveries carry a signature with each of the two secrets, the newer one first. ' +
      'After a second rotation in that time, the two newest secrets sign.',
    bind: { id: 'path.subscription_id' },
    reply: ok(),
    statements: 12,
    errors: ['not_found', 'gone', 'resource_scope_denied'],
  }),
  listWebhookDeliveries: route({
    ...webhooks,
    method: 'GET',
    path: '/webhook-deliveries',
    summary: 'List deliveries',
    description:
      'Lists the deliveries to your subscriptions, newest first, until 30 days after their ' +
      'end: the number of attempts, the response of the receiver, and the time of the next ' +
      'attempt.',
    bind: {
      cursor: 'query.cursor',
      limit: 'query.limit',
      subscriptionId: 'query.subscription_id',
      eventKind: 'query.event_kind',
      deliveryStatus: 'query.delivery_status',
      createdAfter: 'query.created_after',
      nextAttemptBefore: 'query.next_attempt_before',
    },
    reply: okList(),
    statements: 2,
    errors: [],
  }),
  redeliverWebhookDelivery: route({
    ...webhooks,
    method: 'POST',
    path: '/webhook-deliveries/{delivery_id}/redeliver',
    summary: 'Repeat a delivery',
    description:
      'Creates a new delivery of the same event. It has its own id, and `redelivery_of` ' +
      'names the original, which stays unchanged. Follow it in the list of deliveries. ' +
      'Refused while the subscription is disabled, and if you no longer have access to the ' +
      'event.',
    idempotency: 'required',
    bind: { id: 'path.delivery_id' },
    reply: accepted(),
    replay: { how: 'stored', operation: 'readWebhookRedelivery', bind: { id: 'effect' } },
    statements: 14,
    errors: ['not_found', 'gone', 'resource_scope_denied', 'invalid_state'],
  }),
};
