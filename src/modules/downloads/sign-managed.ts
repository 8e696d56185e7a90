import type { Storage } from '../../platform/storage/storage.port.js';
import type { RequestContext } from '../../request/context.js';
import type { ManagedFile } from '../artifacts/index.js';
import type { DownloadRepresentation } from './source.type.js';

/** Addresses of one file in one store, and what is known of the bytes there. */
export interface SignedFile {
  readonly getUrl: string;
  readonly headUrl: string;
  /** When the first of the two ends: never later than was asked for. */
  readonly expiresAt: Date;
  readonly representation: DownloadRepresentation;
  /** The validator of the bytes that are fetched there. */
  readonly etag: string;
  /** Whether a client has to ask by HEAD for the validator before it asks for a range. */
  readonly requiresHeadBeforeRange: boolean;
}

/** What a store must answer for a client to make a request conditional. */
const CONDITIONAL_HEADERS = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
] as const;

/** What every store of ours does for every file. */
export const MANAGED_CAPABILITIES = {
  headSupported: true,
  rangeSupported: true,
  conditionalRequests: true,
  conditionalHeaders: CONDITIONAL_HEADERS,
} as const;

/** Whether clients may be sent to the mirror for a file: it is verified there, and its mod lets them. */
export function hasFallback({ platform }: RequestContext, file: ManagedFile): boolean {
  return platform.mirror !== null && file.fallbackAllowed && file.mirroredAt !== null;
}

/**
 * Signs GET and HEAD of a file that is kept here: in the first store, or where that does not answer,
 * in the mirror, if clients may be sent there. Spec 2.5, 4.2.
 */
export async function signManaged(
  ctx: RequestContext,
  file: ManagedFile,
  expiresAt: Date,
): Promise<SignedFile> {
  const { storage, mirror } = ctx.platform;
  if (mirror?.standsIn() && hasFallback(ctx, file)) {
    return signInMirror(mirror.storage, file, expiresAt);
  }
  const etag = file.blobEtag;
  return {
    ...(await signIn(storage, file, expiresAt)),
    representation: {
      provider: storage.provider,
      etagScope: storage.provider,
      etag,
      ifMatch: etag,
    },
    etag,
    requiresHeadBeforeRange: false,
  };
}

/** The same in the mirror: its bytes are the same ones, as another representation. */
export async function signInMirror(
  storage: Storage,
  file: ManagedFile,
  expiresAt: Date,
): Promise<SignedFile> {
  const { provider } = storage;
  return {
    ...(await signIn(storage, file, expiresAt)),
    representation: { provider, etagScope: provider, etag: null, ifMatch: null },
    etag: file.mirrorEtag ?? file.blobEtag,
    requiresHeadBeforeRange: true,
  };
}

/** For how many seconds addresses still work, a begun one included; 0 for those that have ended. */
export function secondsLeft({ platform }: RequestContext, { expiresAt }: SignedFile): number {
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
