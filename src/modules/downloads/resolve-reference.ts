import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { writeOnce } from '../../request/write-once.js';
import { isInUse, type ReferencedFile, staleBefore } from '../artifacts/index.js';
import { handOut } from '../references/index.js';
import type { DownloadPart } from './download.type.js';
import type { DownloadJobInput } from './download-request.type.js';

/**
 * Answers where a provider hands out a file of its own. There is no grant: nobody but the provider
 * meters such a download. What stands for a job, when a request with a key is repeated, is the id
 * of the reference. Spec 2.6, 4.2.
 * - switched off: `feature_disabled`
 * - the reference has ended: `reference_withdrawn`; nobody has looked for too long: `reference_stale`
 * - a job is named that cannot be this file's: `download_session_not_found`
 * - what `handOut` throws
 */
export async function resolveReference(
  ctx: RequestContext,
  file: ReferencedFile,
  job: DownloadJobInput | null,
): Promise<DownloadPart> {
  demandFresh(ctx, file);
  if (job && job.id !== file.referenceId) throw problem('download_session_not_found');
  const { url, expiresAt } = await handOut(ctx, file);
  await note(ctx, file);
  const { provider, referenceId, referenceRevision } = file;
  const { headSupported, rangeSupported, conditionalRequests } = file;
  const remainingMs = expiresAt.getTime() - ctx.platform.clock.now().getTime();
  return {
    transport: {
      kind: 'external_provider_reference',
      provider,
      referenceId,
      referenceRevision,
      url,
      expiresAt,
      ttlSeconds: Math.min(Math.max(1, Math.floor(remainingMs / 1000)), LIMITS.referenceUrlSeconds),
    },
    representation: { provider, etagScope: provider, etag: null, ifMatch: null },
    fallback: { available: false, endpoint: null, url: null },
    capabilities: {
      headSupported,
      rangeSupported,
      conditionalRequests,
      conditionalHeaders: conditionalRequests ? ['If-None-Match'] : [],
    },
  };
}

function demandFresh(ctx: RequestContext, file: ReferencedFile): void {
  if (!isInUse(ctx, file)) throw problem('feature_disabled');
  const { referenceState, checkedAt } = file;
  if (referenceState === 'withdrawn') throw problem('reference_withdrawn');
  const isFresh = checkedAt > staleBefore(ctx.platform.clock.now());
  if (referenceState !== 'verified' || !isFresh) {
    throw problem('reference_stale', { retryAfterSeconds: 300 });
  }
}

/** The line of the audit log, and the mark of the key, as for any other download. */
async function note(ctx: RequestContext, { id, referenceId }: ReferencedFile): Promise<void> {
  if (ctx.viewer.kind === 'anonymous') {
    await writeOnce(
      ctx,
      async () => {},
      () => referenceId,
    );
    return;
  }
  await transact(
    ctx,
    (tx) =>
      audit(tx, ctx, {
        action: 'download.resolved',
        targetKind: 'artifact',
        targetId: id,
        data: { reference_id: referenceId },
      }),
    () => referenceId,
  );
}
