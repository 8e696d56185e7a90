import { IntegrityError } from '../core/errors.js';
import type { BodyOf } from '../core/operations.js';
import { isLoopback } from '../core/transport.js';
import type { paths } from '../generated/api.js';
import type { DownloadIds } from './types.js';

/** The permission to fetch a file for some minutes. Its addresses are secrets: never store them. */
export interface Ticket {
  readonly url: string;
  /** The address for HEAD, or null if the provider has none. */
  readonly headUrl: string | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The name as uploaded; null if the file has none. */
  readonly originalFilename: string | null;
  readonly provider: string;
  /**
   * The validator to send. Without one from the service, it is null until a response of the store
   * has it.
   */
  readonly etag: string | null;
  readonly supportsRange: boolean;
  readonly supportsConditions: boolean;
  /** Null for an external file, which has no job. */
  readonly ids: DownloadIds | null;
  /** The number of bytes that the job has on record. A later report must not be lower. */
  readonly reportedBytes: number;
  readonly hasFallback: boolean;
  /** When to resolve again, in milliseconds of the monotonic clock. */
  readonly refreshAtMs: number;
  /** An external provider may redirect; the service's own stores do not. */
  readonly isExternal: boolean;
}

type Resolution = BodyOf<paths['/downloads/{artifact_id}/resolve'], 'post'>['data'];
type FallbackResolution = BodyOf<paths['/downloads/{artifact_id}/fallback'], 'post'>['data'];

const SHA256 = /^[0-9a-f]{64}$/;
/** The time to use an address for which the service states no time. */
const SHORT_LIFE_SECONDS = 60;

/**
 * Checks a resolution and reads it. Throws IntegrityError for one that contradicts itself or leads
 * to an address that must not be used.
 */
export function ticketOf(data: Resolution, baseUrl: string, nowMs: number): Ticket {
  const { transport, artifact } = data;
  const common = {
    ...factsOf(data),
    originalFilename: artifact.original_filename ?? null,
    supportsRange: data.capabilities.range_supported,
    supportsConditions: data.capabilities.conditional_requests,
  };
  if (transport !== undefined) {
    const url = checkedAddress(transport.url, baseUrl);
    return {
      ...common,
      url,
      headUrl: data.capabilities.head_supported ? url : null,
      provider: transport.provider,
      etag: null,
      ids: null,
      reportedBytes: 0,
      hasFallback: false,
      refreshAtMs: nowMs + positive(transport.ttl_seconds) * 800,
      isExternal: true,
    };
  }
  return {
    ...common,
    ...addressesOf(data.primary_url, data.head_url, baseUrl),
    ...representationOf(data.representation),
    ids: idsOf(data),
    reportedBytes: data.download_job?.progress.bytes_received ?? 0,
    hasFallback: data.fallback.available,
    refreshAtMs: nowMs + positive(data.refresh_after_seconds) * 1000,
    isExternal: false,
  };
}

/**
 * The ticket of the second store for the same file. Throws IntegrityError if the service names
 * another file, and the errors of `ticketOf`.
 */
export function fallbackTicketOf(
  data: FallbackResolution,
  first: Ticket,
  baseUrl: string,
  nowMs: number,
): Ticket {
  const facts = factsOf(data);
  if (facts.sha256 !== first.sha256 || facts.sizeBytes !== first.sizeBytes) {
    throw new IntegrityError('digest', 'the fallback store offers another file');
  }
  return {
    ...first,
    ...addressesOf(data.fallback_url, data.head_url, baseUrl),
    ...representationOf(data.representation),
    supportsRange: data.capabilities.range_supported,
    supportsConditions: data.capabilities.conditional_requests,
    hasFallback: false,
    refreshAtMs: nowMs + positive(data.expires_in) * 800,
  };
}

function factsOf(data: { size_bytes: number; sha256: string; hashes: { sha256: string } }) {
  const { size_bytes: sizeBytes, hashes } = data;
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) {
    throw new IntegrityError('size', 'the service declares an impossible size');
  }
  if (!SHA256.test(hashes.sha256) || hashes.sha256 !== data.sha256) {
    throw new IntegrityError('digest', 'the service declares no valid SHA-256');
  }
  return { sizeBytes, sha256: hashes.sha256 };
}

function addressesOf(url: string | undefined, headUrl: string | undefined, baseUrl: string) {
  if (url === undefined)
    throw new IntegrityError('address', 'the service sent no address of the file');
  return {
    url: checkedAddress(url, baseUrl),
    headUrl: headUrl === undefined ? null : checkedAddress(headUrl, baseUrl),
  };
}

/** The ETag belongs to one provider, and says nothing about the bytes of another one. */
function representationOf(one: Resolution['representation']) {
  const isOfProvider = one.provider === one.etag_scope;
  return { provider: one.provider, etag: isOfProvider ? one.if_match : null };
}

function idsOf(data: Resolution): DownloadIds | null {
  if (data.download_job === undefined || data.download_session_id === undefined) return null;
  const { id, grant_id } = data.download_job;
  return { jobId: id, grantId: grant_id, sessionId: data.download_session_id };
}

/**
 * Returns an absolute address that may be fetched: https, or http if the service itself is reached
 * so, and without a user name. An address of this machine needs a service on it. Throws
 * IntegrityError for any other address.
 */
export function checkedAddress(address: string, baseUrl: string): string {
  const base = new URL(baseUrl);
  const url = URL.canParse(address, baseUrl) ? new URL(address, base) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHttp(base));
  if (url === null || !isSafe || url.username !== '') {
    throw new IntegrityError('address', 'the service sent an address that is not safe to use');
  }
  // A service elsewhere has no files on this machine; what listens here is not meant.
  if (leadsHere(url) && !leadsHere(base)) {
    throw new IntegrityError('address', 'the service sent an address of this machine');
  }
  return url.href;
}

/**
 * Whether an address may lead to this machine. Unlike `isLoopback`, which allows tokens without
 * encryption, it also counts what only some systems treat so.
 */
function leadsHere({ hostname }: URL): boolean {
  const name = hostname.replace(/\.$/, '');
  return isLoopback(name) || name.endsWith('.localhost') || UNUSUAL.test(name);
}

/** The unspecified addresses, and 127.0.0.0/8 and 0.0.0.0 in IPv6, as `URL` writes them. */
const UNUSUAL = /^(?:0\.0\.0\.0|\[::\]|\[::ffff:(?:0:0|7f[0-9a-f]{2}:[0-9a-f]{1,4})\])$/;

const isHttp = (base: URL) => base.protocol === 'http:';

function positive(seconds: number | undefined): number {
  return seconds !== undefined && seconds >= 0 ? seconds : SHORT_LIFE_SECONDS;
}
