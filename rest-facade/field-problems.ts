import type { FieldCode, FieldProblem } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';

/** Collects the invalid values of a request, so that the client gets all of them at once. */
export interface FieldProblems {
  readonly list: readonly FieldProblem[];
  /** Reports one; returns undefined, the stand-in for the invalid value. */
  add(field: string, code: FieldCode): undefined;
}

/** Makes a collection that begins with known problems. */
export function createFieldProblems(known: readonly FieldProblem[] = []): FieldProblems {
  const list = [...known];
  return {
    list,
    add(field, code) {
      if (list.length < LIMITS.fieldProblems)
        list.push({ field: field === '' ? 'body' : field, code });
    },
  };
}
