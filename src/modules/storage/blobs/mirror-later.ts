import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/enqueue.js';

/** Queues the mirror's update for a blob that this transaction changes, if there is a mirror. */
export async function mirrorLater(
  { mirror }: Pick<Platform, 'mirror'>,
  tx: Tx,
  blobId: string,
): Promise<void> {
  if (mirror) await enqueue(tx, { kind: 'mirror-blob', payload: { blobId }, dedupeKey: blobId });
}
