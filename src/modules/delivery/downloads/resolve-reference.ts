import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { TESTED_CONDITIONAL_HEADERS } from '../../../registry/providers.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { markUnchanged, transact } from '../../../request/transact.js';
import {
  type ExternalFile,
  isProviderOn,
  providerOff,
  resolveProviderUrl,
  staleBefore,
} from '../../publishing/index.js';
import type { DownloadJobInput, DownloadPart } from './download.type.js';

/**
 * Returns the provider's URL of an external file. It creates no grant, because only the provider
 * limits such downloads. For an account it writes an audit line, unless the service refuses
 * changes. A client that continues names the id of the reference as its job. Spec 2.6, 4.2. Throws:
 * - downloads from this provider are switched off: `feature_disabled`
 * - a withdrawn reference: `reference_withdrawn`; one that is not verified or has no recent check:
 *   `reference_stale`
 * - a named job other than the id of the reference: `download_session_not_found`
 * - the errors of `resolveProviderUrl`
 */
export async function resolveReference(
  ctx: RequestContext,
  file: ExternalFile,
  job: DownloadJobInput | null,
): Promise<DownloadPart> {
  requireFresh(ctx, file);
  if (job && job.id !== file.referenceId) throw problem('download_session_not_found');
  const { url, expiresAt } = await resolveProviderUrl(ctx, file);
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
      conditionalHeaders: conditionalRequests ? TESTED_CONDITIONAL_HEADERS : [],
    },
  };
}

function requireFresh(ctx: RequestContext, file: ExternalFile): void {
  if (!isProviderOn(ctx, file)) throw providerOff(file.provider);
  const { referenceState, checkedAt } = file;
  if (referenceState === 'withdrawn') throw problem('reference_withdrawn');
  const isFresh = checkedAt > staleBefore(ctx.platform.clock.now());
  if (referenceState !== 'verified' || !isFresh) {
    throw problem('reference_stale', { retryAfterSeconds: 300 });
  }
}

/**
 * Writes the audit line for an account, and marks the idempotency key, as for any other download.
 * Does neither while the service refuses changes.
 */
async function note(ctx: RequestContext, { id, referenceId }: ExternalFile): Promise<void> {
  if (ctx.platform.config.readOnly) return;
  if (ctx.viewer.kind === 'anonymous') {
    return markUnchanged(ctx, referenceId);
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
