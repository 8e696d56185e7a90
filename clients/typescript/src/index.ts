// The client for Node 20.19 and later.
export {
  type DeliveryHeaders,
  verifyWebhook,
  type WebhookOptions,
  type WebhookRefusal,
  type WebhookVerdict,
} from './node/webhooks.js';
export * from './shared.js';
