import { CLIENT, type Examples } from './example.js';

/** A creator subscribes a build server to events, and checks the deliveries. */
export const webhookExamples: Examples = {
  createWebhookSubscription: {
    forBuilds: {
      summary:
        'Changes of mods and published versions, for a build server; its secret is shown this once',
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook' },
      body: {
        url: 'https://builds.invalid/hooks/modport',
        event_kinds: ['mod.updated', 'version.published'],
        description: 'Build server',
      },
    },
  },
  rotateWebhookSubscriptionSecret: {
    replaced: {
      summary: 'Another secret; for a day deliveries are signed with both',
      path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook-2' },
    },
  },
  listWebhookSubscriptions: { all: { summary: 'All subscriptions', query: { limit: 2 } } },
  listWebhookDeliveries: {
    latest: {
      summary: 'The newest of one kind, which is about to be sent',
      query: { event_kind: 'mod.updated', limit: 1 },
    },
  },
  redeliverWebhookDelivery: {
    again: {
      summary: 'The same event once more',
      path: { delivery_id: '{listWebhookDeliveries.latest.body.data.0.id}' },
      headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook-again' },
    },
  },
};
