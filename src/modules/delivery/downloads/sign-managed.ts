import { CONDITIONAL_HEADERS, type Storage } from '../../../platform/storage/storage.port.js';
import { DOWNLOAD_ENDPOINTS } from '../../../registry/addresses.js';
import type { RequestContext } from '../../../request/context.js';
import type { ManagedFile } from '../../publishing/index.js';
import type { DownloadRepresentation, FallbackDownload } from './download-parts.type.js';
import type { DownloadGrantRow } from './grants.js';

/** Signed URLs of one file in one store, with the facts of its bytes there. */
export interface SignedFile {
  readonly getUrl: string;
  readonly headUrl: string;
  /** The earlier expiry of the two URLs, never later than requested. */
  readonly expiresAt: Date;
  readonly representation: DownloadRepresentation;
  /** The ETag of the bytes at these URLs, as last recorded. */
  readonly etag: string;
  /** Whether a client must read the validator with HEAD before a range request. */
  readonly requiresHeadBeforeRange: boolean;
}

/** The capabilities of every managed store. */
const MANAGED_CAPABILITIES = {
  headSupported: true,
  rangeSupported: true,
  conditionalRequests: true,
  conditionalHeaders: CONDITIONAL_HEADERS,
} as const;

/**
 * Returns whether clients may use the mirror for a file: it has a verified copy, and the mod allows
 * it.
 */
export function hasFallback({ platform }: RequestContext, file: ManagedFile): boolean {
  return platform.mirror !== null && file.fallbackAllowed && file.mirroredAt !== null;
}

/**
 * Signs GET and HEAD of a managed file in the first store. If only the mirror responded recently,
 * and the file may use it, it signs there instead. Signing sends no request, so it cannot fail
 * because a store is unavailable. Spec 2.5, 4.2.
 */
export async function signManaged(
  ctx: RequestContext,
  file: ManagedFile,
  expiresAt: Date,
): Promise<SignedFile> {
  const { storage, mirror } = ctx.platform;
  if (mirror?.replacesFirst() && hasFallback(ctx, file)) {
    return signInMirror(mirror.storage, file, expiresAt);
  }
  const etag = file.blobEtag;
  return {
    ...(await signIn(storage, file, expiresAt)),
    representation: {
      provider: storage.storeName,
      etagScope: storage.storeName,
      etag,
      ifMatch: etag,
    },
    etag,
    requiresHeadBeforeRange: false,
  };
}

/**
 * Signs GET and HEAD of a managed file in the mirror. The bytes are the same, but clients must read
 * their ETag there with HEAD, so `representation` names none.
 */
export async function signInMirror(
  storage: Storage,
  file: ManagedFile,
  expiresAt: Date,
): Promise<SignedFile> {
  const { storeName } = storage;
  return {
    ...(await signIn(storage, file, expiresAt)),
    representation: { provider: storeName, etagScope: storeName, etag: null, ifMatch: null },
    etag: file.mirrorEtag ?? file.blobEtag,
    requiresHeadBeforeRange: true,
  };
}

/** The members of a download that every grant has, in the first store and in the mirror. */
type GrantedPart = Omit<
  FallbackDownload,
  'artifactId' | 'fallbackUrl' | 'sizeBytes' | 'sha256' | 'hashes'
>;

/** Presents a grant with the signed URLs of its file. The caller adds the URL for GET. */
export function grantedPart(
  ctx: RequestContext,
  fileId: string,
  grant: DownloadGrantRow,
  signed: SignedFile,
): GrantedPart {
  const { headUrl, expiresAt, representation, requiresHeadBeforeRange, etag } = signed;
  const resolveEndpoint = DOWNLOAD_ENDPOINTS.resolve(fileId);
  const progress = {
    bytesReceived: Number(grant.bytesReceived),
    provider: representation.provider,
  };
  return {
    headUrl,
    expiresAt,
    expiresIn: secondsLeft(ctx, signed),
    downloadJob: { id: grant.jobId, grantId: grant.id, progress, etag },
    downloadSessionId: grant.sessionId,
    downloadGrant: { id: grant.id, resolveEndpoint, expiresAt: grant.expiresAt },
    resume: { signedUrlExpiryRefresh: resolveEndpoint, rangeSupported: true },
    representation,
    requiresHeadBeforeRange,
    capabilities: MANAGED_CAPABILITIES,
  };
}

/** The remaining seconds of the URLs, rounded up; 0 if they have expired. */
function secondsLeft({ platform }: RequestContext, { expiresAt }: SignedFile): number {
  return Math.max(0, Math.ceil((expiresAt.getTime() - platform.clock.now().getTime()) / 1000));
}

async function signIn(
  storage: Storage,
  { blobKey, contentType, originalFilename }: ManagedFile,
  until: Date,
): Promise<Pick<SignedFile, 'getUrl' | 'headUrl' | 'expiresAt'>> {
  const served = {
    contentType,
    ...(originalFilename === null ? {} : { filename: originalFilename }),
  };
  const [get, head] = await Promise.all([
    storage.signGet(blobKey, served, until),
    storage.signHead(blobKey, served, until),
  ]);
  const ends = [get, head].map(({ expiresAt }) => expiresAt.getTime());
  return { getUrl: get.url, headUrl: head.url, expiresAt: new Date(Math.min(...ends)) };
}
