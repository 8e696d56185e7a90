import type { Tx } from '../../../platform/database/connect.js';
import type { ArtifactModel, BlobModel } from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { lockDigest } from '../blobs/blob-in-use.js';
import { mirrorLater } from '../blobs/mirror-state.js';
import { revokeDownloadGrants } from '../grants/revoke-download-grants.js';
import { announceFileStates, touchFiles } from './announce-file-states.js';
import { type EndedScan, isCleared, recordScan } from './record-scan.js';

/** A blob as of the read of its bytes. */
type ReadBlob = Pick<BlobModel, 'id' | 'sha256' | 'etag' | 'verifyDueAt'>;

/** The kind of wrong result from the store. */
export type Corruption = 'other_bytes' | 'object_missing' | 'unreadable';

/**
 * Marks a blob as corrupt: the store returned other bytes than its digest names, or none. Downloads
 * of its files fail as for unsafe files, and open grants are revoked. The copy in the mirror stays.
 * Emits events and writes the audit log. Only `restoreBlob` reverts this, never a clean scan.
 * Returns false if the blob has changed since its bytes were read.
 */
export async function markBlobCorrupt(
  ctx: RequestContext,
  tx: Tx,
  { id, sha256, etag, verifyDueAt }: ReadBlob,
  reason: Corruption,
): Promise<boolean> {
  const { quarantine } = LIFECYCLES.blob.events;
  const now = ctx.platform.clock.now();
  await lockDigest(tx, sha256);
  const { count } = await tx.blob.updateMany({
    where: {
      id,
      etag,
      verifyDueAt,
      removedAt: null,
      state: { in: sources(LIFECYCLES.blob, 'quarantine') },
    },
    data: { state: quarantine.to },
  });
  if (count === 0) return false;
  const files = await touchFiles(tx, id, now);
  await revokeDownloadGrants(tx, { blobId: id }, now);
  await announceFileStates(ctx, tx, files, 'file.failed', { code: 'hash_mismatch' });
  await audit(tx, ctx, {
    action: 'blob.quarantined',
    targetKind: 'blob',
    targetId: id,
    data: { sha256, reason, files: files.length },
  });
  return true;
}

/**
 * Queues the job that ends external references to these bytes, or examines them again
 * (`examineReferences`).
 */
export async function examineReferencesLater(tx: Tx, sha256: string): Promise<void> {
  await enqueue(tx, { kind: 'examine-references', payload: { sha256 }, dedupeKey: sha256 });
}

/** An infected scan. */
type InfectedScan = EndedScan & { readonly found: string };

/**
 * Marks stored bytes as unsafe after an infected scan, and every file that uses them, in one
 * transaction. Their downloads cannot be resolved any more, their grants are revoked, and jobs
 * update their mods and end external references to these bytes. It also orders the removal of the
 * mirror copy, emits events and writes audit lines (Spec 2.5, 4.2). Corrupt bytes become unsafe too.
 * Records the scan in any case. Returns false if the bytes are unsafe already or collected.
 */
export async function condemnBlob(
  ctx: RequestContext,
  tx: Tx,
  scan: InfectedScan,
): Promise<boolean> {
  const { blobId, cause, found } = scan;
  const now = ctx.platform.clock.now();
  const { sha256 } = await tx.blob.findUniqueOrThrow({
    where: { id: blobId },
    select: { sha256: true },
  });
  // A concurrent transaction that binds a file to these bytes commits before this, or sees that
  // they are unsafe.
  await lockDigest(tx, sha256);
  await recordScan(tx, scan);
  const [blob] = await tx.blob.updateManyAndReturn({
    where: { id: blobId, state: { in: sources(LIFECYCLES.blob, 'condemn') } },
    data: { state: LIFECYCLES.blob.events.condemn.to },
  });
  if (!blob) return false;
  await mirrorLater(ctx.platform, tx, blobId);
  await examineReferencesLater(tx, sha256);
  const files = await rejectFiles(tx, blobId, now);
  await revokeDownloadGrants(tx, { blobId }, now);
  await announceFileStates(ctx, tx, files, 'file.failed', { code: 'av_scan_rejected' });
  await audit(tx, ctx, {
    action: 'blob.condemned',
    targetKind: 'blob',
    targetId: blobId,
    data: { sha256, found, cause, files: files.length },
  });
  return true;
}

/** Rejects the scan of each file of a blob. Returns the changed files. */
function rejectFiles(tx: Tx, blobId: string, now: Date): Promise<ArtifactModel[]> {
  return tx.artifact.updateManyAndReturn({
    where: {
      blobId,
      scanStatus: { in: sources(SCAN_STATUS, 'reject') },
      state: { notIn: ['rejected', 'deleted'] },
    },
    data: { scanStatus: SCAN_STATUS.events.reject.to, updatedAt: now, revision: { increment: 1 } },
  });
}

/**
 * Records an infected scan of the bytes of a digest, under the lock of the digest. Stored bytes
 * become unsafe (`condemnBlob`), unless an admin has cleared everything that the scan found. If no
 * such bytes are stored, only queues examinations of the external references to them.
 */
export async function recordFinding(
  ctx: RequestContext,
  tx: Tx,
  sha256: string,
  scan: Omit<InfectedScan, 'blobId'>,
): Promise<void> {
  await lockDigest(tx, sha256);
  const blob = await tx.blob.findUnique({ where: { sha256 } });
  if (!blob || blob.state === 'deleted') return examineReferencesLater(tx, sha256);
  const found = [scan.found, ...(scan.alsoFound ?? [])];
  const ended = { ...scan, blobId: blob.id };
  if (isCleared(found, blob.clearedFinds)) await recordScan(tx, ended);
  else await condemnBlob(ctx, tx, ended);
}

/** Bytes that were just read from the store and match their blob. */
interface VerifiedBytes {
  readonly blob: Pick<BlobModel, 'id' | 'sha256' | 'sizeBytes'>;
  /** The ETag of the stored object. */
  readonly etag: string;
}

/**
 * Records that the bytes of a blob were read and are right, and sets the time of the next
 * verification. If the blob was corrupt, its files become available again, with events, audit lines
 * and a queued update of the mirror. Call `lockDigest` first.
 */
export async function restoreBlob(
  ctx: RequestContext,
  tx: Tx,
  { blob, etag }: VerifiedBytes,
): Promise<void> {
  const { id, sha256 } = blob;
  const now = ctx.platform.clock.now();
  const verifyDueAt = new Date(now.getTime() + LIMITS.verifyIntervalSeconds * 1000);
  await tx.blob.updateMany({ where: { id }, data: { etag, verifiedAt: now, verifyDueAt } });
  const { count } = await tx.blob.updateMany({
    where: { id, state: { in: sources(LIFECYCLES.blob, 'restore') } },
    // Due now: the next verification soon reads the restored bytes again.
    data: { state: LIFECYCLES.blob.events.restore.to, mirrorFaultAt: null, verifyDueAt: now },
  });
  if (count === 0) return;
  await mirrorLater(ctx.platform, tx, id);
  const files = await touchFiles(tx, id, now);
  const facts = { sha256, size_bytes: Number(blob.sizeBytes) };
  await announceFileStates(ctx, tx, files, 'file.ready', facts);
  await audit(tx, ctx, {
    action: 'blob.restored',
    targetKind: 'blob',
    targetId: id,
    data: { sha256, files: files.length },
  });
}
