import type { IncomingMessage } from 'node:http';
import type { Quota, RegisteredError } from '../../registry/errors.js';

// Characters that are unsafe in a header or a file name. These are control characters, path
// separators, and marks that reverse the text direction to hide an extension.
const UNSAFE = /[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The `Content-Disposition` for a file name that a creator chose freely. Old clients read an ASCII
 * approximation, others the UTF-8 name (RFC 6266 and 8187). Without a name, clients choose one.
 */
export function attachment(filename: string | undefined): string {
  if (filename === undefined) return 'attachment';
  // The conversion to UTF-8 and back replaces lone surrogates, which encodeURIComponent rejects.
  const name = Buffer.from(filename).toString().replace(UNSAFE, '_');
  const likeness = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["%]/g, '_');
  return `attachment; filename="${likeness}"; filename*=UTF-8''${encodeExtended(name)}`;
}

// RFC 8187 requires more encoded characters than encodeURIComponent encodes.
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Quotes an ETag as in HTTP. Clients and the XML of some servers omit the quotes. */
export const quoted = (etag: string): string => `"${etag.replace(/^"|"$/g, '')}"`;

/** Returns whether `Accept` names `text/html`, as from a browser that will show the response. */
export function isPageRequest({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Returns whether the headers announce a body: chunked, or of a length other than 0. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The headers of an error (Spec 7.1): its quota, its ETag, the correlation id of an upload, and
 * `Retry-After`. Each is absent if the error has no such fact.
 */
export function problemHeaders(error: RegisteredError): Readonly<Record<string, string>> {
  const { quota = null, etag, supportCorrelationId } = error.facts;
  const delay = error.extensions.retry_after_seconds;
  return {
    ...quotaHeaders(quota),
    ...(etag === undefined ? {} : { ETag: etag }),
    ...(supportCorrelationId === undefined
      ? {}
      : { 'X-Upload-Correlation-Id': supportCorrelationId }),
    ...(delay === undefined ? {} : { 'Retry-After': String(delay) }),
  };
}

/** The quota headers of a response (Spec 7.1); empty if there is no quota. */
export function quotaHeaders(quota: Quota | null): Readonly<Record<string, string>> {
  if (!quota) return {};
  return {
    'RateLimit-Limit': String(quota.limit),
    'RateLimit-Remaining': String(quota.remaining),
    'RateLimit-Reset': String(quota.resetSeconds),
  };
}
