import { createMarkdownPool, type RenderMarkdown } from '../platform/html/markdown-pool.js';
import { createThreads } from '../platform/threads/create-threads.js';
import { PAGE_ADDRESSES } from '../registry/addresses.js';
import { LIMITS } from '../registry/limits.js';

/**
 * Creates the renderer of the pages for texts of authors, and a function that stops its thread
 * pool. It shows only the pictures that this service serves (`publicUrl` and
 * `PAGE_ADDRESSES.pictures`). All others become links, also others below `publicUrl`.
 */
export function createPageMarkdown(publicUrl: string): {
  readonly render: RenderMarkdown;
  readonly stop: () => Promise<void>;
} {
  const threads = createThreads({
    threads: LIMITS.markdownThreads,
    queued: LIMITS.markdownRunsWaiting,
    queuedOfOne: LIMITS.markdownRunsWaitingOfOne,
    heapMib: LIMITS.markdownThreadHeapMib,
  });
  const ownPictures = `${publicUrl}${PAGE_ADDRESSES.pictures}`;
  return { render: createMarkdownPool({ ownPictures, threads }), stop: () => threads.close() };
}
