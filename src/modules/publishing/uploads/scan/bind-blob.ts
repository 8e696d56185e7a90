import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../../request/context.js';
import { newId } from '../../../../request/ids.js';
import { notBeingRemoved, queueDigest, restoreBlob } from '../../../storage/index.js';

/** The bytes of an upload, as the scan measured them and the store promoted them. */
export interface ScannedObject {
  readonly sha256: string;
  /**
   * Optional digests that the uploader declared and the scan confirmed. Stored only if both are
   * present.
   */
  readonly sha512?: string | undefined;
  readonly sha1?: string | undefined;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly storageKey: string;
  readonly etag: string;
  /** The engine, its signatures and the time of the scan; null if a moderator decided. */
  readonly engine: {
    readonly name: string;
    readonly signatures: string;
    readonly since: Date;
  } | null;
  /** Findings in these bytes that an admin had cleared before. */
  readonly found?: readonly string[] | undefined;
}

/**
 * Finds or creates the blob of these bytes, binds the file of the upload to it and returns its id.
 * A corrupt blob is restored, because the promotion has read the bytes. Equal bytes share one blob,
 * also for concurrent uploads. Call `holdBytes` first. Throws `StillBeingRemoved` if a removal has
 * begun since the promotion: repeat the promotion.
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
  // The promotion has read all bytes. Another copy of them may have another ETag.
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
