import { type ErrorCode, problem, type RegisteredError } from '../registry/errors.js';

/** The strong validator of a row at one revision, quoted as in HTTP (Spec 4.3). */
export function etagOf(id: string, revision: number): string {
  return `"${id}.${revision}"`;
}

/** The revision in a client's validator, or null if the validator is not for this row. */
export function revisionOf(id: string, etag: string): number | null {
  const match = /^"([0-9a-f-]{36})\.([1-9]\d{0,9})"$/.exec(etag);
  return match && match[1] === id ? Number(match[2]) : null;
}

/**
 * The problem for a stale validator. It carries the current ETag, so that the client can rebase.
 */
export function stale(id: string, revision: number): RegisteredError {
  const code: ErrorCode = 'precondition_failed';
  return problem(code, { headers: { ETag: etagOf(id, revision) } });
}
