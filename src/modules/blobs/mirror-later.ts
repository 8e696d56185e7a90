import type { Tx } from '../../platform/database/connect.js';
import type { Platform } from '../../platform/platform.js';
import { enqueue } from '../../platform/queue/enqueue.js';

/** Has the mirror, where there is one, brought in line with what this transaction makes of a blob. */
export async function mirrorLater(
  { mirror }: Pick<Platform, 'mirror'>,
  tx: Tx,
  blobId: string,
): Promise<void> {
  if (mirror) await enqueue(tx, { kind: 'mirror-blob', payload: { blobId }, dedupeKey: blobId });
}
