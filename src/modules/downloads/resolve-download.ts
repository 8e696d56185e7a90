import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { load } from '../../request/loaders.js';
import { presentArtifact, readPublishedFile, resolveEndpointOf } from '../artifacts/index.js';
import { modById } from '../catalog/index.js';
import { versionById } from '../versions/index.js';
import { checkTier } from './check-tier.js';
import type { Download, ResolveDownloadInput } from './download.type.js';
import { openGrant } from './open-grant.js';

/** What a store must answer for a client to make a request conditional. */
const CONDITIONAL_HEADERS = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
] as const;

/**
 * Grants an actor the bytes of one published file for five minutes, and says how to fetch, resume
 * and verify them. Asked again while the grant lives, it answers the same job with fresh URLs.
 * Spec 2.5, 4.2. Throws `invalid_file_id`, `file_not_found`, `gone`, `unauthorized`,
 * `entitlement_required`, `download_session_not_found`, `invalid_input`.
 */
export async function resolveDownload(
  ctx: RequestContext,
  artifactId: string,
  input: ResolveDownloadInput | null,
): Promise<Download> {
  const file = await readPublishedFile(ctx, artifactId);
  await checkTier(ctx, file);
  const [mod, version] = await Promise.all([
    load(ctx, modById, file.modId),
    load(ctx, versionById, file.versionId),
  ]);
  const grant = await openGrant(ctx, file, input?.downloadJob ?? null);
  const { storage, publicUrl } = ctx.platform;
  const served = {
    contentType: file.contentType,
    ...(file.originalFilename === null ? {} : { filename: file.originalFilename }),
  };
  const [get, head] = await Promise.all([
    storage.signGet(file.blobKey, served, grant.expiresAt),
    storage.signHead(file.blobKey, served, grant.expiresAt),
  ]);
  const artifact = presentArtifact(file);
  const resolveEndpoint = resolveEndpointOf(file.id);
  return {
    mod,
    version,
    artifact,
    distribution: 'service',
    websiteUrl: publicUrl,
    modUrl: mod.links.web,
    apiUrl: mod.links.api,
    primaryUrl: get.url,
    headUrl: head.url,
    expiresAt: grant.expiresAt,
    expiresIn: LIMITS.grantLifetimeSeconds,
    refreshAfterSeconds: LIMITS.grantRefreshAfterSeconds,
    downloadJob: {
      id: grant.jobId,
      grantId: grant.id,
      progress: { bytesReceived: Number(grant.bytesReceived), provider: grant.provider },
      etag: file.blobEtag,
    },
    downloadSessionId: grant.sessionId,
    downloadGrant: { id: grant.id, resolveEndpoint, expiresAt: grant.expiresAt },
    resume: { signedUrlExpiryRefresh: resolveEndpoint, rangeSupported: true },
    representation: {
      provider: storage.provider,
      etagScope: storage.provider,
      etag: file.blobEtag,
      ifMatch: file.blobEtag,
    },
    fallback: { available: false, endpoint: null, url: null },
    capabilities: {
      headSupported: true,
      rangeSupported: true,
      conditionalRequests: true,
      conditionalHeaders: CONDITIONAL_HEADERS,
    },
    sizeBytes: artifact.sizeBytes,
    sha256: artifact.sha256,
    hashes: artifact.hashes,
  };
}
