import type { ScanStatus } from '../../../../platform/database/generated/enums.js';
import type {
  JobModel,
  UploadSessionModel,
} from '../../../../platform/database/generated/models.js';
import { API_ADDRESSES } from '../../../../registry/addresses.js';
import { errorRow, isErrorCode } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import { isFinal, LIFECYCLES } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { inOrderOf, type LoaderDefinition, load } from '../../../../request/loaders.js';
import { GIVEN_UP } from '../scan/settle-upload.js';
import type { UploadFailure, UploadRetry } from './upload.type.js';
import type { UploadJob } from './upload-job.type.js';

const jobById: LoaderDefinition<string, JobModel | null> = {
  name: 'jobById',
  async batch(ctx, ids) {
    const rows = await ctx.platform.db.job.findMany({ where: { id: { in: [...ids] } } });
    return inOrderOf(ids, rows, (row) => row.id);
  },
};

/** The message to creators if a ready file was found unsafe later. */
const UNSAFE =
  'A later scan found this file unsafe, so downloads of it are refused. ' +
  'Publish a new version without the unsafe content, or contact support and give the correlation id.';

const scanStatusById: LoaderDefinition<string, ScanStatus | null> = {
  name: 'scanStatusById',
  async batch(ctx, ids) {
    const rows = await ctx.platform.db.artifact.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, scanStatus: true },
    });
    return inOrderOf(ids, rows, (row) => row.id).map((row) => row?.scanStatus ?? null);
  },
};

/** Whether the file of a session was found unsafe after the session had succeeded. */
async function isUnsafe(ctx: RequestContext, row: UploadSessionModel): Promise<boolean> {
  return (await load(ctx, scanStatusById, row.artifactId)) === 'rejected';
}

/** The job of a completed session (Spec 3.4); null before the completion. */
export async function jobOf(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadJob | null> {
  const job = row.jobId ? await load(ctx, jobById, row.jobId) : null;
  if (!job) return null;
  const active = !isFinal(LIFECYCLES.job, job.state);
  return {
    id: job.id,
    statusEndpoint: API_ADDRESSES.upload(row.id),
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

/** Whether, how and when a client can continue a session (Spec 2.9). */
export async function retryOf(ctx: RequestContext, row: UploadSessionModel): Promise<UploadRetry> {
  const job = await jobOf(ctx, row);
  const strategy = strategyOf(ctx, row);
  const nextAttemptAt = job?.nextAttemptAt ?? null;
  return {
    retryable: strategy === 'resume' || strategy === 'wait',
    strategy,
    attempt: job?.attempts ?? 0,
    maxAttempts: job?.maxAttempts ?? 0,
    nextAttemptAt,
    retryAfterSeconds: strategy === 'wait' ? pollAfter(ctx, nextAttemptAt) : null,
  };
}

/** Seconds until the next poll: with the next attempt, or soon during an attempt. */
function pollAfter(ctx: RequestContext, nextAttemptAt: Date | null): number {
  if (nextAttemptAt === null) return LIMITS.uploadPollSeconds;
  const waitMs = nextAttemptAt.getTime() - ctx.platform.clock.now().getTime();
  return Math.max(1, Math.ceil(waitMs / 1000));
}

function strategyOf(ctx: RequestContext, { state, expiresAt }: UploadSessionModel): string {
  switch (state) {
    case 'draft':
    case 'uploading':
      return expiresAt <= ctx.platform.clock.now() ? 'new_session' : 'resume';
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

/**
 * The fault that keeps a file from players, or null (Spec 4.2, 4.4):
 * - rejected bytes
 * - an unfinished scan: no result within its attempts, so the upload waits for a review
 * - an upload whose URLs have all expired before completion, until its activity window ends
 * - a file that was found unsafe later
 */
export async function failureOf(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadFailure | null> {
  const { failureCode: code, failureDetail: detail } = row;
  if (code !== null && isErrorCode(code)) {
    const state = code === 'av_scan_rejected' ? 'scan_failed' : 'validation_failed';
    return { code, state, retryable: errorRow(code).retryable, detail };
  }
  if (row.state === 'quarantined' && row.reviewReasons.includes(GIVEN_UP)) {
    return { code: 'scan_failed', state: 'scan_failed', retryable: false, detail: null };
  }
  if ((row.state === 'ready' || row.state === 'published') && (await isUnsafe(ctx, row))) {
    return { code: 'av_scan_rejected', state: 'scan_failed', retryable: false, detail: UNSAFE };
  }
  const now = ctx.platform.clock.now();
  if (row.state === 'uploading' && row.leaseUntil <= now && row.expiresAt > now) {
    const interrupted = 'upload_interrupted';
    return { code: interrupted, state: interrupted, retryable: true, detail: null };
  }
  return null;
}
