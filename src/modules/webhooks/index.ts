export { deliverDue } from './deliver-due.js';
export { fanOutEvents } from './fan-out-events.js';
export { readWebhookBacklog } from './read-backlog.js';
export { sweepWebhooks } from './sweep-webhooks.js';
export { FORMER_WEBHOOK_SECRETS, WEBHOOK_SECRETS } from './webhook-secret.js';
export { WebhooksResolver } from './webhooks.resolver.js';
