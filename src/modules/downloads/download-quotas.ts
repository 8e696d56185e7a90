import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import type { Viewer } from '../../request/viewer.js';

/** A quota of places: so many downloads at once. */
export interface LeaseQuota {
  /** Names it in `download_buckets`, and `clientId` or `actor` of its grants. */
  readonly holder: string;
  readonly places: number;
}

/** All quotas that a download of somebody is counted in; each of them has to have room (Spec 8). */
export interface DownloadQuotas {
  readonly actor: LeaseQuota;
  /** Of the application or token that asks; null for an address and for a browser. */
  readonly client: LeaseQuota | null;
  /** What the actor may be granted in a day; null where limits are switched off. */
  readonly bytes: bigint | null;
}

/** The quotas of who asks. Places are no rate: they hold where rate limits are switched off as well. */
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

/** The row that whoever takes a place of a client holds; no actor is called so. */
export const clientKey = (client: LeaseQuota) => `client:${client.holder}`;

/** A token is a client of its own; a browser session is the person alone. */
function clientOf(viewer: Viewer): string | null {
  if (viewer.kind === 'anonymous') return null;
  const { kind, id, clientId } = viewer.credential;
  if (clientId !== null) return clientId;
  return kind === 'session' || kind === 'operator' ? null : `credential:${id}`;
}
