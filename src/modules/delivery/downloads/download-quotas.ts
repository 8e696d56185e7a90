import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import type { Viewer } from '../../../request/viewer.js';

/** A quota of concurrent downloads. */
export interface LeaseQuota {
  /** Its key in `download_buckets`, and the `clientId` or `actor` of its grants. */
  readonly holder: string;
  readonly places: number;
}

/** All quotas of a download. Each of them must have room (Spec 8). */
export interface DownloadQuotas {
  readonly actor: LeaseQuota;
  /** The quota of the application or token; null for an address and for a browser. */
  readonly client: LeaseQuota | null;
  /** The actor's bytes per day; null if rate limits are off. */
  readonly bytes: bigint | null;
}

/** The quotas of a caller. Limits on concurrent downloads also apply if rate limits are off. */
export function quotasOf({ viewer, platform }: RequestContext): DownloadQuotas {
  const isUser = viewer.kind === 'user';
  const places = isUser ? LIMITS.downloadLeasesUser : LIMITS.downloadLeasesAnonymous;
  const bytes = isUser ? LIMITS.downloadBytesUser : LIMITS.downloadBytesAnonymous;
  const client = clientOf(viewer);
  return {
    actor: { holder: viewer.actor, places },
    client: client === null ? null : { holder: client, places: LIMITS.downloadLeasesClient },
    bytes: platform.limiter ? BigInt(bytes) : null,
  };
}

/** The key of the row that locks a client's quota. No actor has such a name. */
export const clientKey = (client: LeaseQuota) => `client:${client.holder}`;

/** A token is a client of its own. A browser session counts only for its user. */
function clientOf(viewer: Viewer): string | null {
  if (viewer.kind === 'anonymous') return null;
  const { kind, id, clientId } = viewer.credential;
  if (clientId !== null) return clientId;
  return kind === 'session' || kind === 'operator' ? null : `credential:${id}`;
}
