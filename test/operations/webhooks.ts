import { fanOutEvents } from '../../src/modules/integrations/index.js';
import type { Sample } from '../contract/matrix/sample.js';
import type { Stage } from '../contract/matrix/stage.js';
import { newDelivery, newSubscription } from '../webhooks.js';
import { aboutNothing, CLIENT, type Operations, type Scene } from './operation.js';
import { unique } from './things.js';

/** A host that never responds. */
const RECEIVER = 'https://hooks.invalid/modport';

/** A request about a new subscription of the creator. */
export const ofSubscription = async ({ world, creator }: Stage): Promise<Sample> => ({
  parameters: { subscription_id: await newSubscription(world, creator) },
});

const ofDelivery = async ({ world, creator }: Stage): Promise<Sample> => ({
  parameters: { delivery_id: await newDelivery(world, creator) },
});

/** Creates the deliveries and sends none: examples have no receiver. */
const fanOut = ({ world }: Scene) => fanOutEvents(world.platform);

/** Webhook subscriptions and deliveries (Spec 4.9). */
export const webhooks: Operations = {
  createWebhookSubscription: {
    examples: {
      forBuilds: {
        summary: 'Two event kinds for a build server; the secret is shown only once',
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook' },
        body: {
          url: 'https://builds.invalid/hooks/modport',
          event_kinds: ['mod.updated', 'version.published'],
          description: 'Build server',
        },
      },
    },
    fixture: {
      fresh: async ({ world, creator }) => {
        // An account can have twenty subscriptions, and the cells create more.
        await world.platform.db.webhookSubscription.updateMany({
          where: { ownerId: creator.userId, url: RECEIVER },
          data: { state: 'deleted' },
        });
        return {
          body: { url: RECEIVER, event_kinds: ['version.published'], description: unique() },
        };
      },
      missing: {},
      limited: null,
    },
    probe: () => '(input: { url: "", eventKinds: [] })',
  },
  rotateWebhookSubscriptionSecret: {
    examples: {
      replaced: {
        summary: 'A new secret; deliveries are signed with both secrets for one day',
        path: { subscription_id: '{createWebhookSubscription.forBuilds.body.data.id}' },
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook-2' },
      },
    },
    fixture: {
      fresh: ofSubscription,
      missing: { 'path.subscription_id': 'not_found' },
    },
    probe: aboutNothing,
  },
  listWebhookSubscriptions: {
    examples: { all: { summary: 'All subscriptions', query: { limit: 2 } } },
    fixture: {
      fresh: async () => ({ query: { limit: '2' } }),
      missing: {},
      limited: null,
    },
    probe: () => '',
  },
  listWebhookDeliveries: {
    examples: {
      latest: {
        after: 'rollbackModVersion.broken',
        before: fanOut,
        summary: 'The newest delivery of one event kind, still pending',
        query: { event_kind: 'mod.updated', limit: 1 },
      },
    },
    fixture: {
      fresh: async (stage) => {
        await newDelivery(stage.world, stage.creator);
        // Nothing changes an exhausted delivery; the newest ones may be on their way.
        return { query: { delivery_status: 'exhausted', limit: '2' } };
      },
      missing: {},
      limited: null,
    },
    probe: () => '',
  },
  testWebhookSubscription: { probe: aboutNothing },
  redeliverWebhookDelivery: {
    examples: {
      again: {
        summary: 'A new delivery of the same event',
        path: { delivery_id: '{listWebhookDeliveries.latest.body.data.0.id}' },
        headers: { ...CLIENT, 'Idempotency-Key': 'lantern-roads-webhook-again' },
      },
    },
    fixture: {
      fresh: ofDelivery,
      missing: { 'path.delivery_id': 'not_found' },
    },
    probe: aboutNothing,
  },
  webhookDelivery: {
    probe: aboutNothing,
  },
  webhookRedelivery: {
    probe: aboutNothing,
  },
};
