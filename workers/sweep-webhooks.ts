import { sweepWebhooks } from '../src/modules/integrations/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Removes expired deliveries and events, and queues due deliveries that have no job. */
export function sweepWebhooksJob(platform: Platform): JobHandler {
  return {
    async run() {
      await sweepWebhooks(platform);
      return { kind: 'done' };
    },
  };
}
