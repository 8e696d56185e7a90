import { createFileList } from '../../../../archives/file-list.js';
import { inspectArchive } from '../../../../archives/inspect-archive.js';
import { untilAborted } from '../../../../archives/pace.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { withBlocklist } from '../../../../platform/scanner/blocklist.js';
import { StoreFull } from '../../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../../registry/limits.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { readBlocklist, requireOwnFiles } from '../../../storage/index.js';
import { versionStep } from '../../versions/version-step.js';
import { compareWithManifest } from './compare-manifest.js';
import { concludeScan, giveUpPromotion } from './conclude-scan.js';
import { applyClearance, readSurroundings } from './inspection-facts.js';
import { GIVEN_UP, quarantineUpload } from './settle-upload.js';
import { storeContents } from './store-contents.js';

/**
 * Inspects the bytes of a completed upload (`inspectArchive`), stores the list of its files for
 * moderators unless it rejects them, and settles it. Clean bytes are read again at their permanent
 * key (`promoteBytes`). Safe to run twice and to kill anywhere. A run does nothing if the session
 * is already settled, and it repeats an interrupted run. Spec 3.2, 4.4.
 *
 * If the antivirus is unreliable, for example with old signatures, the attempt fails and is
 * retried. The last attempt measures the bytes anyway, so that a moderator can decide.
 *
 * Throws `UnfitStore` if this process has another store than the one with the bytes, and
 * `StoreFull` if the store has no room for them. A day after the scan began, missing bytes are an
 * ordinary error, and a full store sends the upload to review. Rethrows errors of the store, the
 * scanner and the database, and the reason of an aborted signal. After any error nothing is
 * decided. The scan status of the file says that the attempt failed, unless it was aborted.
 */
export async function scanUpload(
  ctx: RequestContext,
  uploadId: string,
  attempt: ScanAttempt,
): Promise<void> {
  const upload = await beginScan(ctx, uploadId);
  if (!upload) return;
  try {
    await scanBegun(ctx, upload, attempt);
  } catch (error) {
    if (!attempt.signal.aborted) await noteFailure(ctx, upload);
    throw error;
  }
}

/**
 * Inspects the staged bytes with the antivirus and the blocklist of this moment, applies clearances
 * and the declared manifest, and settles the upload.
 */
async function scanBegun(
  ctx: RequestContext,
  upload: UploadSessionModel,
  attempt: ScanAttempt,
): Promise<void> {
  const head = await ctx.platform.storage.head(upload.stagingKey);
  if (!head) {
    if (mayWait(ctx, upload, LIMITS.otherStoreMostSeconds)) await requireOwnFiles(ctx.platform);
    throw new Error(`the staged object of upload ${upload.id} is gone`);
  }
  const since = ctx.platform.clock.now();
  const scanner = withBlocklist(ctx.platform.scanner, await readBlocklist(ctx));
  const engine = await scanner.engine();
  if (engine.doubt !== undefined && !attempt.isLast) throw new Error(engine.doubt);
  const files = createFileList();
  const inspected = await inspectArchive(
    {
      sizeBytes: head.sizeBytes,
      read: async (range) =>
        untilAborted(
          await ctx.platform.storage.readTransient(upload.stagingKey, range),
          attempt.signal,
        ),
    },
    { ...expectationOf(upload), ...(await readSurroundings(ctx, upload.versionId)) },
    scanner,
    { signal: attempt.signal, log: ctx.platform.log, files },
  );
  const outcome = await compareWithManifest(ctx, upload.id, await applyClearance(ctx, inspected));
  const ended = { ...inspected, outcome };
  if (outcome.kind === 'clean' || outcome.kind === 'review') {
    await storeContents(ctx, upload.id, files.contents());
  }
  await concludeInTime(ctx, upload, ended, { ...engine, since }, attempt.signal);
}

/**
 * Concludes a scan (`concludeScan`), or sends the upload to review if the store has had no room for
 * a day.
 */
async function concludeInTime(...scan: Parameters<typeof concludeScan>): Promise<void> {
  const [ctx, upload, inspection, engine] = scan;
  try {
    await concludeScan(...scan);
  } catch (error) {
    const isFull = error instanceof StoreFull;
    if (!isFull || mayWait(ctx, upload, LIMITS.fullStoreMostSeconds)) throw error;
    ctx.platform.log.error({ err: error, upload: upload.id }, 'the store is full for too long');
    await giveUpPromotion(ctx, upload, inspection, engine);
  }
}

/**
 * Whether the scan began less than `mostSeconds` ago. After that, the store has probably lost the
 * bytes, or the operator does not free space.
 */
function mayWait(
  { platform: { clock } }: RequestContext,
  { updatedAt }: UploadSessionModel,
  mostSeconds: number,
): boolean {
  return clock.now().getTime() - updatedAt.getTime() < mostSeconds * 1000;
}

/** Records an unfinished scan. Another attempt repeats it, or a moderator decides. */
async function noteFailure(ctx: RequestContext, upload: UploadSessionModel): Promise<void> {
  await ctx.platform.db.artifact.updateMany({
    where: {
      id: upload.artifactId,
      state: 'pending',
      scanStatus: { in: sources(SCAN_STATUS, 'fail') },
    },
    data: { scanStatus: SCAN_STATUS.events.fail.to, updatedAt: ctx.platform.clock.now() },
  });
}

/** One attempt of a scan. */
interface ScanAttempt {
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /** Whether no attempt follows if this one throws. */
  readonly isLast: boolean;
}

/**
 * Sends the upload to review after the last attempt (Spec 3.2). Does nothing if its scan has ended,
 * or for an unknown upload.
 */
export async function giveUpScan(ctx: RequestContext, uploadId: string): Promise<void> {
  const upload = await ctx.platform.db.uploadSession.findUnique({ where: { id: uploadId } });
  if (upload) await quarantineUpload(ctx, upload, [GIVEN_UP], null);
}

/**
 * Moves the session from `uploaded` or `validating` to `scanning`, with its file and the version of
 * a main file. Returns null if it no longer needs a scan.
 */
async function beginScan(
  ctx: RequestContext,
  uploadId: string,
): Promise<UploadSessionModel | null> {
  const { db } = ctx.platform;
  const now = ctx.platform.clock.now();
  for (const event of ['validate', 'scan'] as const) {
    await db.uploadSession.updateMany({
      where: { id: uploadId, state: { in: sources(LIFECYCLES.uploadSession, event) } },
      data: {
        state: LIFECYCLES.uploadSession.events[event].to,
        updatedAt: now,
        revision: { increment: 1 },
      },
    });
  }
  const upload = await db.uploadSession.findUnique({ where: { id: uploadId } });
  if (upload?.state !== 'scanning') return null;
  await db.artifact.updateMany({
    where: {
      id: upload.artifactId,
      state: 'pending',
      scanStatus: { in: sources(SCAN_STATUS, 'scan') },
    },
    data: { scanStatus: SCAN_STATUS.events.scan.to, updatedAt: now },
  });
  if (upload.fileKind === 'main') {
    const { when, data } = versionStep('scan', now);
    await db.modVersion.updateMany({ where: { id: upload.versionId, ...when }, data });
  }
  return upload;
}

function expectationOf(upload: UploadSessionModel) {
  return {
    filename: upload.filename,
    contentType: upload.contentType,
    sizeBytes: Number(upload.sizeBytes),
    sha256: upload.expectedSha256,
    ...(upload.expectedSha512 ? { sha512: upload.expectedSha512 } : {}),
    ...(upload.expectedSha1 ? { sha1: upload.expectedSha1 } : {}),
  };
}
