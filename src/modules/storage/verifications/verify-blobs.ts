import type { Database } from '../../../platform/database/connect.js';
import type { BlobModel } from '../../../platform/database/generated/models.js';
import type { VerificationCounts } from '../../../platform/metrics/gauges.js';
import { verifyToEnd } from '../../../platform/storage/byte-streams.js';
import {
  ObjectMissing,
  OtherBytes,
  StoreUnavailable,
} from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { requireOwnFiles } from '../ownership/own-store.js';
import { type Corruption, markBlobCorrupt } from '../safety/unsafe-blob.js';
import { healBlob } from './heal-blob.js';

/**
 * The result of a read: right bytes, a fault of the bytes, or `unknown` after a fault of the store.
 */
type Finding = 'right' | 'unknown' | Corruption;

function isBad(finding: Finding): finding is Corruption {
  return finding !== 'right' && finding !== 'unknown';
}

/**
 * Reads the bytes of a blob and compares their digest. If two consecutive reads find them wrong,
 * missing or unreadable, the blob becomes corrupt (`markBlobCorrupt`), and `healBlob` tries to
 * repair it. After an `unknown` result, another run reads it again. Throws if the store does not
 * respond at all, and `UnfitStore` if it lacks the other files too (`requireOwnFiles`).
 */
async function verifyBlob(
  ctx: RequestContext,
  blob: BlobModel,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = ctx.platform;
  const { id, sha256, etag, verifyDueAt } = blob;
  let finding = await readBlob(ctx, blob, signal);
  if (isBad(finding)) finding = await readBlob(ctx, blob, signal);
  if (!isBad(finding)) {
    const now = clock.now();
    const { verifyIntervalSeconds, verifyRetrySeconds } = LIMITS;
    const waitSeconds = finding === 'right' ? verifyIntervalSeconds : verifyRetrySeconds;
    const due = new Date(now.getTime() + waitSeconds * 1000);
    const verified = finding === 'right' ? { verifiedAt: now } : {};
    const where = { id, etag, verifyDueAt };
    await db.blob.updateMany({ where, data: { ...verified, verifyDueAt: due } });
    return;
  }
  const reason = finding;
  // With a copy in the mirror, the blob is available again at once, also in a store that lost all.
  if (reason === 'object_missing' && !(await hasCopy(ctx.platform, blob))) {
    await requireOwnFiles(ctx.platform, id);
  }
  if (!(await transact(ctx, (tx) => markBlobCorrupt(ctx, tx, blob, reason)))) return;
  log.error({ blob: id, sha256, reason }, 'stored bytes are corrupt; their files are unavailable');
  await healBlob(ctx, blob, signal);
}

/** Whether the mirror has a copy of a blob, as far as it responds. */
async function hasCopy(
  { mirror }: RequestContext['platform'],
  { mirroredAt, storageKey }: BlobModel,
): Promise<boolean> {
  if (!mirror?.isUp() || mirroredAt === null) return false;
  return (await mirror.storage.head(storageKey).catch(() => null)) !== null;
}

async function readBlob(
  { platform: { storage, log } }: RequestContext,
  { id, storageKey, sha256, sizeBytes }: BlobModel,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const bytes = await storage.readTransient(storageKey);
    await verifyToEnd(bytes, { sha256, sizeBytes: Number(sizeBytes) }, signal);
    return 'right';
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OtherBytes) return 'other_bytes';
    if (error instanceof ObjectMissing) return 'object_missing';
    // An outage of the store says nothing about the bytes; the job retries.
    await storage.ping();
    log.warn({ err: error, blob: id }, 'stored bytes could not be read');
    return error instanceof StoreUnavailable ? 'unknown' : 'unreadable';
  }
}

/**
 * Verifies sealed blobs that are due, the longest overdue first, up to a limit of bytes and blobs;
 * the last blob may exceed it. Each result is committed separately, so a run may stop anywhere and
 * the next one continues. Then it tries to heal corrupt blobs that are due, up to the same limit.
 * Throws if the store does not respond, `UnfitStore` (`requireOwnFiles`), and the reason of an
 * aborted `signal`.
 */
export async function verifyBlobs(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  let leftBytes = LIMITS.verifyRunBytes;
  for (let count = 0; count < LIMITS.verifyRunBlobs && leftBytes > 0; count += 1) {
    signal.throwIfAborted();
    const blob = await nextDue(ctx, 'sealed');
    if (!blob) break;
    await verifyBlob(ctx, blob, signal);
    leftBytes -= Number(blob.sizeBytes);
  }
  await healDue(ctx, signal);
}

/**
 * Heals corrupt blobs that are due, so that many files return soon after a missing disk is mounted.
 * Each try sets a later time, so the loop ends. Stops at a failure, because other blobs would
 * probably fail too. It has a limit of its own, because the verification of a large store can use
 * up its limit in every run.
 */
async function healDue(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  let leftBytes = LIMITS.verifyRunBytes;
  for (let count = 0; count < LIMITS.verifyRunBlobs && leftBytes > 0; count += 1) {
    signal.throwIfAborted();
    const corrupt = await nextDue(ctx, 'corrupt');
    if (!corrupt || !(await healBlob(ctx, corrupt, signal))) return;
    leftBytes -= Number(corrupt.sizeBytes);
  }
}

/** The blob in a state that is overdue the longest, or null. */
function nextDue(
  { platform: { db, clock } }: RequestContext,
  state: 'sealed' | 'corrupt',
): Promise<BlobModel | null> {
  return db.blob.findFirst({
    where: { state, removedAt: null, verifyDueAt: { lte: clock.now() } },
    orderBy: [{ verifyDueAt: 'asc' }, { id: 'asc' }],
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The progress of the verification of stored bytes, for all processes: blobs and bytes verified in
 * the last day, corrupt blobs, and the longest delay. One statement on indexes.
 */
export async function readVerification(db: Database, now: Date): Promise<VerificationCounts> {
  const since = new Date(now.getTime() - DAY_MS);
  const [row] = await db.$queryRaw<VerificationCounts[]>`
    select count(*)::int as "verifiedBlobs",
      coalesce(sum(size_bytes), 0)::float8 as "verifiedBytes",
      (select count(*)::int from blobs where state = 'corrupt') as "corruptBlobs",
      (select coalesce(greatest(extract(epoch from ${now}::timestamptz - min(verify_due_at)), 0), 0)::float8
        from blobs where state = 'sealed') as "overdueSeconds"
    from blobs where verified_at > ${since}::timestamptz`;
  return row ?? { verifiedBlobs: 0, verifiedBytes: 0, corruptBlobs: 0, overdueSeconds: 0 };
}
