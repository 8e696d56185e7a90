import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import type { RequestContext } from '../../../request/context.js';

/** Blobs per run; the next run continues. */
const MOST = 1_000;

/** Queues the computation of a blob's further digests, outside of its upload. */
export async function queueDigest(tx: Tx, blobId: string): Promise<void> {
  await enqueue(tx, { kind: 'digest-blob', payload: { blobId }, dedupeKey: blobId });
}

/**
 * Queues the digests of older blobs, and of those whose job was lost or abandoned. Skips blobs that
 * still have a job record, so that unreadable bytes are tried only once in that time. Returns the
 * number of queued jobs.
 */
export async function queueDigests({ platform }: RequestContext): Promise<number> {
  const due = await platform.db.$queryRaw<{ id: string }[]>`
    select b.id from blobs b
    where b.sha512 is null and b.state = 'sealed' and b.removed_at is null
      and not exists (select 1 from jobs j
        where j.kind = 'digest-blob' and j.dedupe_key = b.id::text)
    order by b.id limit ${MOST}`;
  for (const { id } of due) await queueDigest(platform.db, id);
  return due.length;
}
