import { sweepMirror } from '../src/modules/storage/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Queues the blobs that the mirror lacks, and checks some of its copies. */
export function sweepMirrorJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await sweepMirror(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}
