import { createMarkdownPool, type RenderMarkdown } from '../platform/html/markdown-pool.js';
import { createThreads } from '../platform/threads/create-threads.js';
import { PAGE_ADDRESSES } from '../registry/addresses.js';
import { LIMITS } from '../registry/limits.js';

/**
 * Creates the renderer of the pages for texts of authors, and a function that stops it. Only the
 * pictures below `publicUrl` are shown; those of other sites become links.
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
