import type { FieldCode, FieldProblem } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';

/** Collects what is wrong with a request's values, so that the client reads all of it at once. */
export interface FieldProblems {
  readonly list: readonly FieldProblem[];
  /** Reports one; the value that stands in for the bad one is always undefined. */
  add(field: string, code: FieldCode): undefined;
}

/** Makes an empty collection. */
export function createFieldProblems(): FieldProblems {
  const list: FieldProblem[] = [];
  return {
    list,
    add(field, code) {
      if (list.length < LIMITS.fieldProblems)
        list.push({ field: field === '' ? 'body' : field, code });
    },
  };
}
