import type { JobModel, UploadSessionModel } from '../../platform/database/generated/models.js';
import { isFinal, LIFECYCLES } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { inOrderOf, type LoaderDefinition, load } from '../../request/loaders.js';
import type { CompletedPart, UploadProgress, UploadRetry } from './upload.type.js';
import type { UploadJob } from './upload-job.type.js';

const jobById: LoaderDefinition<string, JobModel | null> = {
  name: 'jobById',
  async batch(ctx, ids) {
    const rows = await ctx.platform.db.job.findMany({ where: { id: { in: [...ids] } } });
    return inOrderOf(ids, rows, (row) => row.id);
  },
};

/** The job of a session, once it was completed (Spec 3.4). */
export async function jobOf(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadJob | null> {
  const job = row.jobId ? await load(ctx, jobById, row.jobId) : null;
  if (!job) return null;
  const active = !isFinal(LIFECYCLES.job, job.state);
  return {
    id: job.id,
    statusEndpoint: `/v1/uploads/${row.id}`,
    status: job.state,
    active,
    progress: { completed: active ? 0 : 1, total: 1 },
    attempts: job.attempts,
    maxAttempts: job.maxAttempts,
    createdAt: job.createdAt,
    updatedAt: job.updatedAt,
    startedAt: job.startedAt,
    completedAt: job.completedAt,
    nextAttemptAt: job.state === 'queued' && job.attempts > 0 ? job.runAt : null,
    terminalReason: job.terminalReason,
  };
}

/** What a client can do about a session (Spec 2.9). */
export async function retryOf(ctx: RequestContext, row: UploadSessionModel): Promise<UploadRetry> {
  const job = await jobOf(ctx, row);
  const strategy = strategyOf(row);
  const wait = job?.nextAttemptAt;
  const now = ctx.platform.clock.now().getTime();
  return {
    retryable: strategy === 'resume' || strategy === 'wait',
    strategy,
    attempt: job?.attempts ?? 0,
    maxAttempts: job?.maxAttempts ?? 0,
    nextAttemptAt: wait ?? null,
    retryAfterSeconds: wait ? Math.max(1, Math.ceil((wait.getTime() - now) / 1000)) : null,
  };
}

function strategyOf({ state }: UploadSessionModel): string {
  switch (state) {
    case 'draft':
    case 'uploading':
      return 'resume';
    case 'uploaded':
    case 'validating':
    case 'scanning':
      return 'wait';
    case 'quarantined':
      return 'wait_for_review';
    case 'failed':
    case 'cancelled':
      return 'new_session';
    default:
      return 'none';
  }
}

/** What the store itself says it holds; unknown where it does not answer. */
export async function progressOf(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadProgress> {
  const { totalParts } = row;
  const sizeBytes = Number(row.sizeBytes);
  if (row.completedAt) {
    return {
      uploadedBytes: sizeBytes,
      percent: 100,
      totalParts,
      completedParts: [],
      available: true,
    };
  }
  try {
    const completedParts = await heldParts(ctx, row);
    const uploadedBytes = completedParts.reduce((sum, part) => sum + part.sizeBytes, 0);
    const percent = Math.floor((uploadedBytes * 100) / sizeBytes);
    return { uploadedBytes, percent, totalParts, completedParts, available: true };
  } catch (error) {
    ctx.platform.log.warn({ err: error, upload: row.id }, 'progress unknown');
    return { uploadedBytes: 0, percent: 0, totalParts, completedParts: [], available: false };
  }
}

async function heldParts(ctx: RequestContext, row: UploadSessionModel): Promise<CompletedPart[]> {
  const { storage } = ctx.platform;
  if (row.state !== 'uploading') return [];
  if (row.multipartId !== null) return storage.listParts(row.stagingKey, row.multipartId);
  const head = await storage.head(row.stagingKey);
  return head ? [{ partNumber: 1, etag: head.etag, sizeBytes: head.sizeBytes }] : [];
}
