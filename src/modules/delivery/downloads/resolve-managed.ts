import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { fallbackEndpointOf, resolveEndpointOf } from '../../publishing/index.js';
import type { DownloadPart } from './download.type.js';
import type { DownloadJobInput } from './download-request.type.js';
import type { AskedFile } from './grant-row.js';
import { openGrant } from './open-grant.js';
import { hasFallback, MANAGED_CAPABILITIES, secondsLeft, signManaged } from './sign-managed.js';

/**
 * Grants an actor the bytes of a managed file for five minutes, and returns how to fetch and resume
 * them. Repeated while the grant is live, it returns the same job with new URLs. The URLs of a
 * completed job expire with the previous ones and may be expired already. Spec 2.5, 4.2. Throws the
 * errors of `openGrant`.
 */
export async function resolveManaged(
  ctx: RequestContext,
  file: AskedFile,
  job: DownloadJobInput | null,
): Promise<DownloadPart> {
  const grant = await openGrant(ctx, file, job);
  const signed = await signManaged(ctx, file, grant.expiresAt);
  const { representation, etag, requiresHeadBeforeRange } = signed;
  const expiresIn = secondsLeft(ctx, signed);
  const resolveEndpoint = resolveEndpointOf(file.id);
  const available = hasFallback(ctx, file);
  return {
    primaryUrl: signed.getUrl,
    headUrl: signed.headUrl,
    expiresAt: signed.expiresAt,
    expiresIn,
    refreshAfterSeconds: Math.min(LIMITS.grantRefreshAfterSeconds, expiresIn),
    downloadJob: {
      id: grant.jobId,
      grantId: grant.id,
      progress: {
        bytesReceived: Number(grant.bytesReceived),
        provider: representation.provider,
      },
      etag,
    },
    downloadSessionId: grant.sessionId,
    downloadGrant: { id: grant.id, resolveEndpoint, expiresAt: grant.expiresAt },
    resume: { signedUrlExpiryRefresh: resolveEndpoint, rangeSupported: true },
    representation,
    requiresHeadBeforeRange,
    fallback: { available, endpoint: available ? fallbackEndpointOf(file.id) : null, url: null },
    capabilities: MANAGED_CAPABILITIES,
  };
}
