export { AgentResolver } from './agent-tools/agent.resolver.js';
export { deliverDue } from './webhooks/deliver-due.js';
export { fanOutEvents } from './webhooks/fan-out-events.js';
export { readWebhookBacklog } from './webhooks/read-backlog.js';
export { sweepWebhooks } from './webhooks/sweep-webhooks.js';
export { FORMER_WEBHOOK_SECRETS, WEBHOOK_SECRETS } from './webhooks/webhook-secret.js';
export { WebhooksResolver } from './webhooks/webhooks.resolver.js';
