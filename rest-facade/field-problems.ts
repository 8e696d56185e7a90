import type { FieldCode, FieldProblem } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';

/** Collects the invalid values of a request, so that the client gets all of them at once. */
export interface FieldProblems {
  readonly list: readonly FieldProblem[];
  /** Reports one; returns undefined, the stand-in for the invalid value. */
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
