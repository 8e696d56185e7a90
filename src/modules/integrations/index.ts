export { AgentResolver } from './agent-tools/agent.resolver.js';
export { SystemResolver } from './system/system.resolver.js';
export { readExhaustion } from './system/system-rows.js';
export { deleteSubscriptionsOf } from './webhooks/delete-subscription.js';
export { deliverDue } from './webhooks/deliver-due.js';
export { DeliveryChangesResolver } from './webhooks/delivery-changes.js';
export { fanOutEvents } from './webhooks/fan-out-events.js';
export {
  FORMER_WEBHOOK_SECRET_COLUMN,
  WEBHOOK_SECRET_COLUMN,
} from './webhooks/signing-secret.js';
export { readWebhookBacklog, sweepWebhooks } from './webhooks/sweep-webhooks.js';
export { WebhooksResolver } from './webhooks/webhooks.resolver.js';
