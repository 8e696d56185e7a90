export { deliverDue } from './deliver-due.js';
export { fanOutEvents } from './fan-out-events.js';
export { readWebhookBacklog } from './read-backlog.js';
export { sweepWebhooks } from './sweep-webhooks.js';
export { WebhooksResolver } from './webhooks.resolver.js';
