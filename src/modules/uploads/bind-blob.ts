import type { Tx } from '../../platform/database/connect.js';
import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import { newId } from '../../request/ids.js';

/** The bytes of an upload as the scan measured them and the store promoted them. */
export interface ScannedObject {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly storageKey: string;
  readonly etag: string;
  /** Who scanned it, with which signatures; null where a person decided. */
  readonly engine: { readonly name: string; readonly signatures: string } | null;
}

/** Where the one copy of some bytes is kept: the digest names it, so it can never be others. */
export function blobKeyOf(sha256: string): string {
  return `blobs/${sha256}`;
}

/**
 * Finds or makes the blob of these bytes and binds the file of the upload to it; answers its id.
 * Equal bytes share one blob, however many upload them at once.
 */
export async function bindBlob(
  tx: Tx,
  upload: UploadSessionModel,
  object: ScannedObject,
  now: Date,
): Promise<string> {
  await tx.blob.createMany({
    data: [
      {
        id: newId(),
        sha256: object.sha256,
        sizeBytes: BigInt(object.sizeBytes),
        contentType: object.contentType,
        storageKey: object.storageKey,
        etag: object.etag,
        scanEngine: object.engine?.name ?? null,
        scanSignatures: object.engine?.signatures ?? null,
        scannedAt: now,
      },
    ],
    skipDuplicates: true,
  });
  const blob = await tx.blob.findUniqueOrThrow({ where: { sha256: object.sha256 } });
  if (blob.state !== 'sealed') throw new Error(`blob ${blob.id} is ${blob.state}`);
  await tx.blobBinding.create({
    data: { artifactId: upload.artifactId, blobId: blob.id, uploadId: upload.id },
  });
  return blob.id;
}
