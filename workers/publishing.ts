import {
  alignConstraints,
  checkReferences,
  countProviderWait,
  examineReferences,
  giveUpExamination,
  ProviderBusy,
  readExamination,
  verifyReference,
} from '../src/modules/publishing/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { ClaimedJob, JobHandler, JobResult } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Removes invalid dependency constraints from before validation, one batch per job. */
export function alignConstraintsJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await alignConstraints(platform, payload['after']);
      return { kind: 'done' };
    },
  };
}

/** Queues examinations of references, so that their last check never is too old for a download. */
export function checkReferencesJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      await checkReferences(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}

/**
 * Ends the references to bytes that are known to be unsafe, or queues examinations that read the
 * bytes again (`examineReferences`).
 */
export function examineReferencesJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      await examineReferences(ctx, job.payload['sha256'] ?? '', job.signal);
      return { kind: 'done' };
    },
  };
}

/** The delay in seconds after which an examination that could not read the file tries again. */
const UNABLE_SECONDS = 300;

/**
 * Examines a file at its provider. Waits while `EXTERNAL_WORKER_ENABLED` or the provider is off,
 * the store or the antivirus is unavailable, or the provider requests a wait. Gives up after too
 * many requested waits or failed attempts (`giveUpExamination`).
 */
export function verifyReferenceJob(platform: Platform): JobHandler {
  const contextOf = (job: ClaimedJob) => createSystemContext(platform, `job ${job.id}`);
  const idOf = (job: ClaimedJob) => job.payload['validationId'] ?? '';
  const later = (afterSeconds: number): JobResult => ({ kind: 'later', afterSeconds });
  async function giveUp(
    job: ClaimedJob,
    code: 'provider_unavailable' | 'provider_rate_limited',
  ): Promise<JobResult> {
    const row = await readExamination(platform.db, idOf(job));
    if (row) await giveUpExamination(contextOf(job), row, code);
    return { kind: 'done' };
  }
  return {
    async run(job) {
      try {
        const end = await verifyReference(contextOf(job), idOf(job), job.signal);
        return end === 'settled' ? { kind: 'done' } : later(UNABLE_SECONDS);
      } catch (error) {
        if (!(error instanceof ProviderBusy)) throw error;
        const afterSeconds = await countProviderWait(contextOf(job), idOf(job), error);
        if (afterSeconds !== null) return later(afterSeconds);
        return giveUp(job, 'provider_rate_limited');
      }
    },
    exhausted: (job) => giveUp(job, 'provider_unavailable'),
  };
}
