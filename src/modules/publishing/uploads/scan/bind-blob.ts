import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../../request/context.js';
import { newId } from '../../../../request/ids.js';
import { notBeingRemoved, queueDigest, restoreBlob } from '../../../storage/index.js';

/** The bytes of an upload as the scan measured them and the store promoted them. */
export interface ScannedObject {
  readonly sha256: string;
  /** What its uploader declared beside that and the scan saw to be so; kept only where both are there. */
  readonly sha512?: string | undefined;
  readonly sha1?: string | undefined;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly storageKey: string;
  readonly etag: string;
  /** Who scanned it, with which signatures, as of when; null where a person decided. */
  readonly engine: {
    readonly name: string;
    readonly signatures: string;
    readonly since: Date;
  } | null;
  /** What was found in it and had been called harmless by a person before. */
  readonly found?: readonly string[] | undefined;
}

/**
 * Finds or makes the blob of these bytes and binds the file of the upload to it; answers its id. A blob
 * whose bytes were corrupt is right again: the promotion has read them.
 * Equal bytes share one blob, however many upload them at once. Call `holdBytes` first. Throws
 * `StillBeingRemoved` if a removal has begun since the promotion: the promotion has to be repeated.
 */
export async function bindBlob(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  object: ScannedObject,
  now: Date,
): Promise<string> {
  await notBeingRemoved(tx, [object.storageKey], now);
  await tx.blob.createMany({
    data: [
      {
        id: newId(),
        sha256: object.sha256,
        ...furtherDigestsOf(object),
        sizeBytes: BigInt(object.sizeBytes),
        contentType: object.contentType,
        storageKey: object.storageKey,
        etag: object.etag,
        scanEngine: object.engine?.name ?? null,
        scanSignatures: object.engine?.signatures ?? null,
        scannedAt: object.engine?.since ?? null,
        createdAt: now,
      },
    ],
    skipDuplicates: true,
  });
  const blob = await tx.blob.findUniqueOrThrow({ where: { sha256: object.sha256 } });
  // The promotion has read all bytes. The store may name a second copy of them otherwise.
  await restoreBlob(ctx, tx, { blob, etag: object.etag });
  if (blob.state !== 'sealed' && blob.state !== 'corrupt') {
    throw new Error(`blob ${blob.id} is ${blob.state}`);
  }
  if (blob.sha512 === null) await queueDigest(tx, blob.id);
  await tx.blobBinding.create({
    data: { artifactId: upload.artifactId, blobId: blob.id, uploadId: upload.id },
  });
  return blob.id;
}

function furtherDigestsOf({ sha512, sha1 }: ScannedObject) {
  return sha512 !== undefined && sha1 !== undefined ? { sha512, sha1 } : {};
}
