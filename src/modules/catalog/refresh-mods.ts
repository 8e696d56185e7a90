import type { Platform } from '../../platform/platform.js';
import { enqueue } from '../../platform/queue/enqueue.js';
import { rewriteSnapshot } from './snapshot.js';

/** Mods that one run rewrites: a second's work, whatever they hold. */
const BATCH = 50;

/** Which mods are to be rewritten. */
export interface ModsToRefresh {
  /** The bytes that their files share. */
  readonly blobId: string;
  /** The last mod that was rewritten. */
  readonly after?: string | undefined;
}

/**
 * Brings the documents of the mods that have a file of some bytes in line with the state of those
 * bytes, with their search documents: a batch, and a job for the next one. Each mod is rewritten by
 * itself and from its rows, so it may be run twice and be ended anywhere.
 *
 * None is left behind: a transaction that makes a document holds the row of the mod until it ends, so
 * one that still went by the former state is waited for here. Spec 2.5.
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
