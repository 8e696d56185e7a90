import { deliverDue } from '../src/modules/integrations/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Sends the due deliveries of one subscription, and runs again when its next attempt is due. A
 * failing receiver is no failure of the job: each delivery has its result in its own row.
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
