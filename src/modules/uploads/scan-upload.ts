import type { Prisma } from '../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { blobKeyOf, type ScannedObject } from './bind-blob.js';
import { inspectArchive } from './inspection/inspect-archive.js';
import type { Inspection } from './inspection/inspection.js';
import { acceptUpload, quarantineUpload, rejectUpload } from './settle-upload.js';

/**
 * Reads the bytes of a completed upload once and settles what becomes of it. Safe to run twice and
 * to be killed anywhere: a run that finds the session settled does nothing, and a run that was cut
 * off leaves rows from which the next one begins again. Spec 3.2, 4.4.
 * Throws what the store, the scanner or the database throw, and the reason of an aborted signal;
 * nothing is decided then.
 */
export async function scanUpload(
  ctx: RequestContext,
  uploadId: string,
  signal: AbortSignal,
): Promise<void> {
  const upload = await beginScan(ctx, uploadId);
  if (!upload) return;
  const head = await ctx.platform.storage.head(upload.stagingKey);
  if (!head) throw new Error(`the staged object of upload ${uploadId} is gone`);
  const engine = await ctx.platform.scanner.engine();
  const inspection = await inspectArchive(
    {
      sizeBytes: head.sizeBytes,
      read: async (range) =>
        whileWanted(await ctx.platform.storage.readTransient(upload.stagingKey, range), signal),
    },
    expectationOf(upload),
    ctx.platform.scanner,
  );
  await conclude(ctx, upload, inspection, engine);
}

/** Stops reading when the process stops or the job is somebody else's by now. */
async function* whileWanted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Gives up after the last attempt: a person has to look (Spec 3.2). */
export async function giveUpScan(ctx: RequestContext, uploadId: string): Promise<void> {
  const upload = await ctx.platform.db.uploadSession.findUnique({ where: { id: uploadId } });
  if (upload) await quarantineUpload(ctx, upload, ['manual_intervention_required'], null);
}

/** Moves the session through validating to scanning; null where it is not to be scanned any more. */
async function beginScan(
  ctx: RequestContext,
  uploadId: string,
): Promise<UploadSessionModel | null> {
  const { db } = ctx.platform;
  const now = ctx.platform.clock.now();
  for (const event of ['validate', 'scan'] as const) {
    await db.uploadSession.updateMany({
      where: { id: uploadId, state: { in: sources(LIFECYCLES.uploadSession, event) } },
      data: { state: LIFECYCLES.uploadSession.events[event].to, updatedAt: now },
    });
  }
  const upload = await db.uploadSession.findUnique({ where: { id: uploadId } });
  if (upload?.state !== 'scanning') return null;
  await db.artifact.updateMany({
    where: { id: upload.artifactId, state: 'pending' },
    data: { scanStatus: 'scanning', updatedAt: now },
  });
  if (upload.fileKind === 'main') {
    await db.modVersion.updateMany({
      where: { id: upload.versionId, state: { in: sources(LIFECYCLES.modVersion, 'scan') } },
      data: {
        state: 'scanning',
        updatedAt: now,
        lifecycleVersion: { increment: 1 },
        revision: { increment: 1 },
      },
    });
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

async function conclude(
  ctx: RequestContext,
  upload: UploadSessionModel,
  inspection: Inspection,
  engine: ScannedObject['engine'],
): Promise<void> {
  const { outcome } = inspection;
  const record = recordOf(inspection);
  const passed = outcome.kind === 'clean' || outcome.kind === 'review';
  if (passed && (await isKnownUnsafe(ctx, inspection.sha256))) {
    const detail = 'these bytes were found unsafe before';
    await rejectUpload(ctx, upload, { code: 'av_scan_rejected', detail }, record);
    return;
  }
  switch (outcome.kind) {
    case 'clean': {
      const object = await promote(ctx, upload, inspection);
      await acceptUpload(ctx, upload, { ...object, engine }, record);
      return;
    }
    case 'review':
      await quarantineUpload(ctx, upload, outcome.reasons, record);
      return;
    case 'infected': {
      const detail = `signature ${outcome.signature}`;
      await rejectUpload(ctx, upload, { code: 'av_scan_rejected', detail }, record);
      return;
    }
    case 'rejected':
      await rejectUpload(ctx, upload, outcome, record);
      return;
  }
}

/** Moves verified bytes to their permanent place, before any row speaks of them. */
export async function promote(
  ctx: RequestContext,
  upload: UploadSessionModel,
  measured: { sha256: string; sizeBytes: number },
): Promise<Omit<ScannedObject, 'engine'>> {
  const storageKey = blobKeyOf(measured.sha256);
  const head = await ctx.platform.storage.promote(upload.stagingKey, storageKey);
  const { sha256, sizeBytes } = measured;
  return { sha256, sizeBytes, storageKey, contentType: upload.contentType, etag: head.etag };
}

/** Bytes that were condemned once stay condemned, whatever today's signatures say. */
export async function isKnownUnsafe(ctx: RequestContext, sha256: string): Promise<boolean> {
  const blob = await ctx.platform.db.blob.findUnique({
    where: { sha256 },
    select: { state: true },
  });
  return blob?.state === 'unsafe';
}

function recordOf({ sha256, sizeBytes, outcome }: Inspection): Prisma.InputJsonObject {
  // Outcomes are plain data: texts, numbers and lists of them.
  return { sha256, size_bytes: sizeBytes, outcome: outcome as unknown as Prisma.InputJsonObject };
}
