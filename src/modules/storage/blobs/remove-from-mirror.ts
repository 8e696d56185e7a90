import type { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import type { Storage } from '../../../platform/storage/storage.port.js';
import { newId } from '../../../request/ids.js';
import { removeObject } from '../removals/remove-object.js';
import { blobKeyOf } from './blob-key.js';
import { holdBytes } from './hold-bytes.js';
import { copyNoteOf, type MirroredBlob, WANTED } from './mirrored-blob.js';

/**
 * Removes the copy of a blob if it is still `unwanted`; by default, if no file may offer it. From
 * then on no client is sent to it. The row records a possible copy until the mirror has removed it,
 * so that a failed removal is retried.
 */
export async function removeFromMirror(
  { db, clock }: Platform,
  mirror: Storage,
  { id, sha256 }: Pick<MirroredBlob, 'id' | 'sha256'>,
  unwanted: Prisma.BlobWhereInput = { NOT: WANTED },
): Promise<void> {
  const run = newId();
  await removeObject(
    { db, clock, storage: mirror },
    {
      key: blobKeyOf(sha256),
      notedAs: copyNoteOf(sha256),
      async isFree(tx) {
        await holdBytes(tx, sha256);
        const { count } = await tx.blob.updateMany({
          where: { id, ...unwanted },
          data: { mirrorRun: run, mirroredAt: null, mirrorEtag: null },
        });
        return count > 0;
      },
      note: (tx) =>
        tx.blob.updateMany({ where: { id, mirrorRun: run }, data: { mirrorRun: null } }),
    },
  );
}
