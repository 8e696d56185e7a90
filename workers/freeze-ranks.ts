import { freezeRanks } from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Freezes the orders by downloads and by trend for the walks of the next period. */
export function freezeRanksJob(platform: Platform): JobHandler {
  return {
    async run() {
      await freezeRanks(platform);
      return { kind: 'done' };
    },
  };
}
