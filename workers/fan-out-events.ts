import { fanOutEvents } from '../src/modules/integrations/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { JOBS } from '../src/registry/jobs.js';
import { LIMITS } from '../src/registry/limits.js';

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
