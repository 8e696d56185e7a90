import type { Quota, RegisteredError } from '../../registry/errors.js';

/** The headers for the facts of an error, and for its delay (Spec 7.1). */
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
