import { hash } from 'node:crypto';

/** Of a SHA-256 in base64url: 162 bits, which no two answers share by chance. */
const VALIDATOR_CHARACTERS = 27;

/** Whether the caller of a read holds the answer that this validator stands for. */
export type Holds = (validator: string) => boolean;

/** The question of one read whose caller may hold its answer already (Spec 4.1, caching). */
export interface Revalidation {
  /** The validator of the answer; null until the read has named it. */
  readonly validator: string | null;
  /** Names the answer. Throws `Unchanged` where the caller holds it. */
  name(stamp: unknown): void;
}

/** Ends a read whose caller holds the answer. It is no error and never shown as one. */
export class Unchanged extends Error {}

/**
 * Asks for one read. The scope is all that makes answers of equal rows different: the operation,
 * its variables, and where and by which release it is run.
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
 * Names what a public read is about to answer, and ends the read here if its caller holds that
 * (Spec 4.1). A verb calls it after its first, light statement, before it reads what is large; for
 * callers who hold nothing, and for other faces, it does nothing.
 *
 * A stamp is anything that JSON can tell and that differs whenever the answer does. So that this
 * holds while others write, what is shown comes either from the very rows that the stamp tells, or
 * from documents under a revision in it that only rises. Nothing of it can be read in the validator.
 */
export function unlessUnchanged(
  ctx: { readonly revalidation: Revalidation | null },
  stamp: unknown,
): void {
  ctx.revalidation?.name(stamp);
}
