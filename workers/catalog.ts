import {
  catchUpSearch,
  countDownloads,
  freezeRanks,
  indexMod,
  indexMods,
  refreshAuthor,
  refreshDocuments,
  refreshMods,
  refreshSearch,
  sweepMedia,
} from '../src/modules/catalog/index.js';
import type { Platform } from '../src/platform/platform.js';
import { enqueue, type JobHandler } from '../src/platform/queue/queue.port.js';

/** Brings search in line with the current state of one mod. */
export function indexModJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await indexMod(platform, job.payload['modId'] ?? '');
      platform.searchFreshness.note(job.createdAt);
      return { kind: 'done' };
    },
  };
}

/**
 * Brings search in line with the current state of a batch of mods. The payload has their ids,
 * separated by spaces.
 */
export function indexModsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await indexMods(platform, job.payload['modIds']?.split(' ') ?? []);
      platform.searchFreshness.note(job.createdAt);
      return { kind: 'done' };
    },
  };
}

/** Brings search in line with all mods, and updates the statistics of the search index. */
export function refreshSearchJob(platform: Platform): JobHandler {
  return {
    async run({ signal }) {
      await refreshSearch(platform, signal);
      return { kind: 'done' };
    },
  };
}

/** Fills and repairs the search index in Meilisearch, unless another process does so now. */
export function catchUpSearchJob(platform: Platform): JobHandler {
  return {
    async run() {
      await catchUpSearch(platform);
      return { kind: 'done' };
    },
  };
}

/** Brings an author's mods in line with the author's current profile. */
export function refreshAuthorJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await refreshAuthor(platform, job.payload['userId'] ?? '');
      return { kind: 'done' };
    },
  };
}

/**
 * Composes one batch of outdated mod documents again, and queues a job for the next batch. After
 * the last batch of a renamed game or category, queues a job that gives search the new name.
 */
export function refreshDocumentsJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      const { gameId, categoryId, after } = payload;
      const next = await refreshDocuments(platform, { gameId, categoryId, after });
      const isRename = gameId !== undefined;
      if (next === null) {
        const search = { kind: 'refresh-search', payload: {}, dedupeKey: 'renamed' } as const;
        if (isRename) await enqueue(platform.db, search);
        return { kind: 'done' };
      }
      const dedupeKey = isRename ? Object.values(next).join(' ') : 'rest';
      await enqueue(platform.db, { kind: 'refresh-documents', payload: next, dedupeKey });
      platform.queue.wake();
      return { kind: 'done' };
    },
  };
}

/**
 * Brings the mods that offer the bytes of one blob in line with its current state, one batch per
 * job.
 */
export function refreshModsJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await refreshMods(platform, { blobId: payload['blobId'] ?? '', after: payload['after'] });
      return { kind: 'done' };
    },
  };
}

/** Adds new downloads to the counts of mods. A long run queues a job that continues it. */
export function countDownloadsJob(platform: Platform): JobHandler {
  return {
    async run({ signal }) {
      const left = await countDownloads(platform, signal);
      const next = { kind: 'count-downloads', payload: {}, dedupeKey: 'rest' } as const;
      if (left) await enqueue(platform.db, next);
      return { kind: 'done' };
    },
  };
}

/** Freezes the orders by downloads and by trend for the walks of the next period. */
export function freezeRanksJob(platform: Platform): JobHandler {
  return {
    async run() {
      await freezeRanks(platform);
      return { kind: 'done' };
    },
  };
}

/** Removes images that no picture uses. */
export function sweepMediaJob(platform: Platform): JobHandler {
  return {
    async run() {
      await sweepMedia(platform);
      return { kind: 'done' };
    },
  };
}
