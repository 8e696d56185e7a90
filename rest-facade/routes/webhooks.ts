import { accepted, created, ok, okList, type Routes, route } from '../route.js';

const webhooks = {
  tag: 'webhooks',
  access: 'required',
  rate: 'webhooks',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
} as const;

const reads = { ...webhooks, scopes: ['webhooks:read'] } as const;
const writes = { ...webhooks, scopes: ['webhooks:write'] } as const;

/** A secret is shown once, so a retry gets `idempotency_replay_unavailable`. */
const shownOnce = { idempotency: 'optional', replay: 'unavailable' } as const;

/** Webhook subscriptions and their deliveries (Spec 4.9, 6). */
export const webhookRoutes: Routes = {
  createWebhookSubscription: route({
    ...writes,
    ...shownOnce,
    method: 'POST',
    path: '/webhook-subscriptions',
    summary: 'Subscribe to what happens',
    description:
      'Has events of these kinds posted to `url`: those of your account, and those of the mods in ' +
      'whose teams you read drafts. It hears of what happens from now on. A credential that is ' +
      'limited to some mods makes one that hears of these alone. The answer has the `secret` that ' +
      'deliveries are signed with, this once: a repeat is refused. `url` has to be public `https` ' +
      'on port 443; an address in a private network is refused here and at every connection.',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: created(),
    errors: ['invalid_state'],
  }),
  listWebhookSubscriptions: route({
    ...reads,
    method: 'GET',
    path: '/webhook-subscriptions',
    summary: 'List your subscriptions',
    description:
      'Your subscriptions, newest first, with those that are disabled; no answer has a secret. A ' +
      'credential that is limited to some mods sees those that hear of no others.',
    bind: { cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    errors: [],
  }),
  rotateWebhookSubscriptionSecret: route({
    ...writes,
    ...shownOnce,
    method: 'POST',
    path: '/webhook-subscriptions/{subscription_id}/rotate-secret',
    summary: 'Give a subscription a new secret',
    description:
      'Makes another `secret`, which is in the answer this once. For 24 hours deliveries carry a ' +
      'signature of each of the two, the newer first; rotated again within that time, those of the ' +
      'two newest.',
    bind: { id: 'path.subscription_id' },
    reply: ok(),
    errors: ['not_found', 'gone', 'resource_scope_denied'],
  }),
  listWebhookDeliveries: route({
    ...reads,
    method: 'GET',
    path: '/webhook-deliveries',
    summary: 'List what was delivered, or is to be',
    description:
      'The deliveries to your subscriptions, newest first, for 30 days after their end: how often ' +
      'each was tried, what the receiver answered, and when it is tried again.',
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
    errors: [],
  }),
  redeliverWebhookDelivery: route({
    ...writes,
    method: 'POST',
    path: '/webhook-deliveries/{delivery_id}/redeliver',
    summary: 'Deliver an event again',
    description:
      'Makes another delivery of the same event, with an id of its own and `redelivery_of` naming ' +
      'the first one, which stays as it is. The list of deliveries tells how it goes. Refused while ' +
      'the subscription is disabled, and where you may not know of the event any more.',
    idempotency: 'required',
    bind: { id: 'path.delivery_id' },
    reply: accepted(),
    replay: { how: 'stored', operation: 'readWebhookRedelivery', bind: { id: 'effect' } },
    errors: ['not_found', 'gone', 'resource_scope_denied', 'invalid_state'],
  }),
};
