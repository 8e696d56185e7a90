import { hash } from 'node:crypto';

/**
 * The length of a validator: 162 bits of a SHA-256 in base64url, which makes a collision
 * negligible.
 */
const VALIDATOR_CHARACTERS = 27;

/** Returns whether the caller already has the response with this validator. */
export type Holds = (validator: string) => boolean;

/** The conditional request of one read (Spec 4.1, caching). */
export interface Revalidation {
  /** The validator of the response; null until the read sets it. */
  readonly validator: string | null;
  /** Sets the validator from a stamp. Throws `Unchanged` if the caller has that response. */
  name(stamp: unknown): void;
}

/**
 * Ends a read whose caller has the current response. It is not an error and never reaches a client.
 */
export class Unchanged extends Error {}

/**
 * Creates the revalidation of one read. Besides its rows, a response depends only on the scope:
 * operation, variables, place and release.
 */
export function createRevalidation(scope: readonly unknown[], holds: Holds): Revalidation {
  let validator: string | null = null;
  return {
    get validator() {
      return validator;
    },
    name(stamp) {
      if (validator !== null) throw new Error('a read names its answer once');
      const text = JSON.stringify([scope, stamp]);
      validator = hash('sha256', text, 'base64url').slice(0, VALIDATOR_CHARACTERS);
      if (holds(validator)) throw new Unchanged();
    },
  };
}

/**
 * Sets the validator of a public read, and ends the read if the caller has that response (Spec
 * 4.1). A verb calls it after a first, light statement and before it reads large data. It does
 * nothing for callers without a validator and for other faces.
 *
 * A stamp is any JSON value that changes whenever the response changes. Therefore the response
 * shows only two things: the rows of the stamp, and documents under a revision in the stamp that
 * only rises. The validator does not reveal the stamp.
 */
export function unlessUnchanged(
  ctx: { readonly revalidation: Revalidation | null },
  stamp: unknown,
): void {
  ctx.revalidation?.name(stamp);
}
