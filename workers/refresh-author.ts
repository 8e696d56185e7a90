import { refreshAuthor } from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Brings an author's mods in line with the author's current profile. */
export function refreshAuthorJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await refreshAuthor(platform, job.payload['userId'] ?? '');
      return { kind: 'done' };
    },
  };
}
