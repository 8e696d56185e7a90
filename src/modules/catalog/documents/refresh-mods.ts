import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import { rewriteSnapshot } from './snapshot.js';

/** Mods per run: about a second of work. */
const BATCH = 50;

/** The mods of one run. */
export interface ModsToRefresh {
  /** The bytes that their files share. */
  readonly blobId: string;
  /** The last updated mod. */
  readonly after?: string | undefined;
}

/**
 * Updates the documents and search entries of all mods that have a file with some bytes. It handles
 * one batch and enqueues a job for the next one. Each mod is composed from its rows in its own
 * transaction, so it may run twice and may stop anywhere.
 *
 * It misses none. A transaction that composes a document locks the mod until it ends. So this run
 * waits for a transaction that still used the old state. Spec 2.5.
 */
export async function refreshMods(
  { db, queue }: Platform,
  { blobId, after }: ModsToRefresh,
): Promise<void> {
  const files = await db.artifact.findMany({
    where: { blobId, ...(after === undefined ? {} : { modId: { gt: after } }) },
    distinct: ['modId'],
    orderBy: { modId: 'asc' },
    take: BATCH,
    select: { modId: true },
  });
  for (const { modId } of files) {
    await db.$transaction(async (tx) => {
      await rewriteSnapshot(tx, modId);
      await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
    });
  }
  const last = files.at(-1)?.modId;
  if (files.length === BATCH && last !== undefined) {
    const payload = { blobId, after: last };
    await enqueue(db, { kind: 'refresh-mods', payload, dedupeKey: `${blobId} ${last}` });
  }
  queue.wake();
}
