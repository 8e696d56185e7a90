import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { ErrorCode } from '../../../../registry/errors.js';
import type { FindingCode } from '../../../../registry/findings.js';
import type { RequestContext } from '../../../../request/context.js';
import { newId } from '../../../../request/ids.js';
import {
  isKnownUnsafe,
  lockDigest,
  queueDigest,
  requireNoRemoval,
  restoreBlob,
} from '../../../storage/index.js';
import { versionStep } from '../../versions/version-step.js';
import { isClosedToFiles, lockVersion } from '../session/lock-version.js';
import { sameFile } from '../session/same-file.js';

/**
 * Makes a version ready, with this primary file, after its main file has passed the checks. Does
 * nothing in a state that does not allow it, such as `published`.
 */
export async function acceptVersion(
  tx: Tx,
  file: { readonly versionId: string; readonly artifactId: string },
  now: Date,
): Promise<void> {
  const { when, data } = versionStep('accept', now);
  await tx.modVersion.updateMany({
    where: { id: file.versionId, ...when },
    data: { ...data, primaryArtifactId: file.artifactId },
  });
}

/** The bytes of an upload, as the scan measured them and the store promoted them. */
export interface ScannedObject {
  readonly sha256: string;
  /**
   * Optional digests that the uploader declared and the scan confirmed. Stored only if both SHA-512
   * and SHA-1 are present; otherwise the job `digest-blob` computes both.
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
  /** Antivirus findings in these bytes that an admin had cleared before; none if absent. */
  readonly clearedFindings?: readonly string[] | undefined;
}

/**
 * Finds or creates the blob of these bytes, binds the file of the upload to it and returns the
 * blob's id. Equal bytes share one blob, also for concurrent uploads. A corrupt blob is restored
 * (`restoreBlob`), because the promotion has read the bytes. Queues `digest-blob` for a blob
 * without SHA-512. Call `lateRefusal` first, which locks the digest and refuses unsafe bytes; for an
 * unsafe or deleted blob this throws an Error. Throws `StillBeingRemoved` if a removal of the object
 * has begun since the promotion; then repeat the promotion.
 */
export async function bindBlob(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  object: ScannedObject,
  now: Date,
): Promise<string> {
  await requireNoRemoval(tx, [object.storageKey], now);
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

/** The reason to reject an upload. */
export interface Refusal {
  readonly code: ErrorCode;
  /** In English, for the creator and the log. */
  readonly detail: string;
  /** The finding for the creator; absent if the outcome of the scan already has findings. */
  readonly finding?: FindingCode;
}

/**
 * Returns the reason why the bytes can no longer become a file, or null. Reasons are a published or
 * deleted version, a newer upload of the file that was accepted (`hasNewer`), and bytes that were
 * found unsafe or blocked since they were read. Call it first in the transaction that makes the
 * file: it locks the version, then the digest, so that the result stays valid until the end.
 */
export async function lateRefusal(
  tx: Tx,
  upload: UploadSessionModel,
  sha256: string,
): Promise<Refusal | null> {
  const version = await lockVersion(tx, upload.versionId);
  if (isClosedToFiles(version?.state)) {
    const detail = 'the version was published or deleted before the scan of this file had ended';
    return { code: 'invalid_state', detail, finding: 'version_closed' };
  }
  if (await hasNewer(tx, upload)) {
    const detail = 'a newer upload of this file was accepted; send the file again to replace it';
    return { code: 'invalid_state', detail, finding: 'newer_upload' };
  }
  await lockDigest(tx, sha256);
  return (await isKnownUnsafe(tx, sha256)) ? KNOWN_UNSAFE : null;
}

/** The refusal of bytes that are known as unsafe, whatever a scan finds. */
export const KNOWN_UNSAFE: Refusal = {
  code: 'av_scan_rejected',
  detail: 'these bytes were found unsafe before',
  finding: 'known_unsafe',
};

/**
 * Whether a newer upload of the same file was accepted. It counts even if the team removed it
 * since.
 */
async function hasNewer(tx: Tx, upload: UploadSessionModel): Promise<boolean> {
  const accepted = [
    { state: 'ready' },
    { state: 'cancelled', finalBlobId: { not: null } },
  ] as const;
  const newer = { ...sameFile(upload), id: { gt: upload.id }, OR: [...accepted] };
  return (await tx.uploadSession.count({ where: newer })) > 0;
}
