import { refreshDocuments } from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue } from '../src/platform/queue/enqueue.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';

/** Composes outdated mod documents again, batch by batch; each next batch is a job of its own. */
export function refreshDocumentsJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      const { gameId, after } = payload;
      const next = await refreshDocuments(platform, { gameId, after });
      if (next === null) return { kind: 'done' };
      const dedupeKey = next['gameId'] === undefined ? 'rest' : Object.values(next).join(' ');
      await enqueue(platform.db, { kind: 'refresh-documents', payload: next, dedupeKey });
      platform.queue.wake();
      return { kind: 'done' };
    },
  };
}
