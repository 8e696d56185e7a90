import { sweepWebhooks } from '../src/modules/webhooks/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Removes deliveries and events that are kept no more, and finds deliveries that nobody sends. */
export function sweepWebhooksJob(platform: Platform): JobHandler {
  return {
    async run() {
      await sweepWebhooks(platform);
      return { kind: 'done' };
    },
  };
}
