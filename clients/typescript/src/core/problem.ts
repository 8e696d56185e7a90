import { ProblemError, type ProblemField } from './errors.js';

/** A year. A longer wait is cut to it, because it is no sensible instruction. */
const LONGEST_WAIT_SECONDS = 31_536_000;

/**
 * The error of a response with this body text. If the body is no problem document, `code` is null,
 * and the status decides whether the error is retryable.
 */
export function problemOf(response: Response, text: string): ProblemError {
  const document = parsed(text);
  const members = isObject(document) ? document : {};
  const isProblem = typeof members['code'] === 'string';
  return new ProblemError({
    code: textOr(members['code'], null),
    status: response.status,
    title: textOr(members['title'], null) ?? (response.statusText || `Status ${response.status}`),
    detail: textOr(members['detail'], null) ?? 'The response is not a problem document.',
    type: textOr(members['type'], null) ?? 'about:blank',
    instance: textOr(members['instance'], null),
    // Without a document the status decides: overload and failed gateways pass.
    retryable: isProblem ? members['retryable'] === true : isTransient(response.status),
    retryAfterSeconds: waitOf(members['retry_after_seconds'], response.headers.get('retry-after')),
    requestId: textOr(members['request_id'], response.headers.get('x-request-id')),
    traceId: textOr(members['trace_id'], null),
    fields: fieldsOf(members['fields']),
    requiredScopes: textsOf(members['required_scopes']),
    quotaBucket: textOr(members['quota_bucket'], null),
    downloadJob: isObject(members['download_job']) ? members['download_job'] : null,
    headers: response.headers,
    document,
  });
}

/** Whether a status without a problem document may pass by itself. */
function isTransient(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/**
 * The wait in seconds: the larger of `Retry-After`, in seconds or as a date, and the member of the
 * document. Null without both.
 */
function waitOf(member: unknown, header: string | null): number | null {
  const seconds = [typeof member === 'number' ? member : Number.NaN, headerSeconds(header)];
  const valid = seconds.filter((one) => Number.isFinite(one) && one >= 0);
  return valid.length === 0 ? null : Math.min(LONGEST_WAIT_SECONDS, Math.max(...valid));
}

function headerSeconds(header: string | null): number {
  if (header === null) return Number.NaN;
  if (/^\d+$/.test(header.trim())) return Number(header);
  return Math.max(0, (Date.parse(header) - Date.now()) / 1000);
}

function fieldsOf(value: unknown): readonly ProblemField[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((one) => ({
    field: textOr(one['field'], null) ?? '',
    code: textOr(one['code'], null) ?? '',
    detail: textOr(one['detail'], null),
  }));
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function textOr(value: unknown, other: string | null): string | null {
  return typeof value === 'string' ? value : other;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a parsed value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
