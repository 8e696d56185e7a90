import type { Tx } from '../../platform/database/connect.js';
import { enqueue } from '../../platform/queue/enqueue.js';
import type { RequestContext } from '../../request/context.js';

/** How many one run queues; the next one takes the rest. */
const MOST = 1_000;

/** Has the further digests of a blob made, off the path of whoever brought it. */
export async function queueDigest(tx: Tx, blobId: string): Promise<void> {
  await enqueue(tx, { kind: 'digest-blob', payload: { blobId }, dedupeKey: blobId });
}

/**
 * Has the digests made of stored bytes that came before there were any, or whose job was lost or
 * given up. What a record of work still names is left alone, so that bytes which cannot be read
 * are tried once in the time for which such records are kept. Answers how many were queued.
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
