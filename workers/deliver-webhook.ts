import { deliverDue } from '../src/modules/webhooks/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Sends what is due to one subscription, and comes back when its next attempt is. A receiver that fails
 * is no failure of the job: what becomes of a delivery stands in its own row.
 */
export function deliverWebhookJob(platform: Platform): JobHandler {
  return {
    async run({ id, payload, signal }) {
      const ctx = createSystemContext(platform, `job ${id}`);
      const run = { jobId: id, subscriptionId: payload['subscriptionId'] ?? '', signal };
      const afterSeconds = await deliverDue(ctx, run);
      return afterSeconds === null ? { kind: 'done' } : { kind: 'later', afterSeconds };
    },
  };
}
