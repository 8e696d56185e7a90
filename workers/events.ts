import { deliverDue, fanOutEvents, sweepWebhooks } from '../src/modules/integrations/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { JOBS } from '../src/registry/jobs.js';
import { LIMITS } from '../src/registry/limits.js';
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

const PERIOD_MS = JOBS['fan-out-events'].everySeconds * 1000;

/**
 * Creates the deliveries of new events, and runs again every other second until the job of the next
 * minute takes over. Writers need not notify it, and write nothing extra.
 */
export function fanOutEventsJob(platform: Platform): JobHandler {
  return {
    async run() {
      await fanOutEvents(platform);
      const afterSeconds = LIMITS.webhookFanOutSeconds;
      const isLast =
        (platform.clock.now().getTime() % PERIOD_MS) + afterSeconds * 1000 >= PERIOD_MS;
      return isLast ? { kind: 'done' } : { kind: 'later', afterSeconds };
    },
  };
}

/** Removes expired deliveries and events, and queues due deliveries that have no job. */
export function sweepWebhooksJob(platform: Platform): JobHandler {
  return {
    async run() {
      await sweepWebhooks(platform);
      return { kind: 'done' };
    },
  };
}
