import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ErrorCode, problem, type RegisteredError } from '../registry/errors.js';

/**
 * The length of a validator: 162 bits of a SHA-256 in base64url, which makes a collision
 * negligible.
 */
const VALIDATOR_CHARACTERS = 27;

/** Returns whether the caller already has the response with this validator. */
export type MatchesValidator = (validator: string) => boolean;

/** The conditional request of one read (Spec 4.1, caching). */
export interface Revalidation {
  /** The validator of the response; null until the read sets it. */
  readonly validator: string | null;
  /** The pagination of the response; null until the read sets it, and for a response without it. */
  readonly pagination: Pagination | null;
  /** Sets both. Throws `Unchanged` if the caller has the response of this stamp. */
  setValidator(stamp: unknown, pagination: Pagination | null): void;
}

/** The pagination of a list (Spec 2). */
export interface Pagination {
  /** Null on the last page. */
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
  readonly limit: number;
}

/**
 * Ends a read whose caller has the current response. It is not an error and never reaches a client.
 */
export class Unchanged extends Error {}

/** One for all reads: it has no facts, and each new one would record a stack. */
const UNCHANGED = new Unchanged();

/**
 * Creates the revalidation of one read. `scope` holds everything besides its rows that a response
 * depends on: the operation, the variables, the public URL and the release.
 */
export function createRevalidation(
  scope: readonly unknown[],
  matches: MatchesValidator,
): Revalidation {
  let validator: string | null = null;
  let pagination: Pagination | null = null;
  return {
    get validator() {
      return validator;
    },
    get pagination() {
      return pagination;
    },
    setValidator(stamp, given) {
      if (validator !== null) throw new Error('a read names its response once');
      pagination = given;
      const text = JSON.stringify([scope, stamp]);
      validator = hash('sha256', text, 'base64url').slice(0, VALIDATOR_CHARACTERS);
      if (matches(validator)) throw UNCHANGED;
    },
  };
}

/**
 * Sets the validator of a public read, and ends the read if the caller has that response (Spec
 * 4.1): it then throws `Unchanged`, which verbs must not catch. A verb calls it after a first, light statement and before it reads large data. It does
 * nothing for callers without a validator: only the REST facade has one.
 *
 * A stamp is any JSON value that changes whenever the response changes. Therefore the response
 * shows only two things: the rows of the stamp, and documents under a revision in the stamp that
 * only rises. The validator does not reveal the stamp. The pagination is no part of the stamp: its
 * cursor differs each time.
 */
export function unlessUnchanged(
  ctx: { readonly revalidation: Revalidation | null },
  stamp: unknown,
  pagination: Pagination | null = null,
): void {
  ctx.revalidation?.setValidator(stamp, pagination);
}

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
 * The problem `precondition_failed` for a stale validator. It carries the current ETag, so that the
 * client can rebase.
 */
export function stale(id: string, revision: number): RegisteredError {
  const code: ErrorCode = 'precondition_failed';
  return problem(code, { etag: etagOf(id, revision) });
}

/** A subset of the members of a change. */
export type Differing<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * Returns the members of a change that differ from a row. Undefined members count as absent. The
 * order of members in a JSON object does not matter.
 */
export function differing<T extends object>(row: object, change: T): Differing<T> {
  const current = new Map<string, unknown>(Object.entries(row));
  const different = Object.entries(change).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, current.get(name)),
  );
  // Each member comes from the change under its own name, so the cast is safe.
  return Object.fromEntries(different) as Differing<T>;
}
