import type { FieldCode, FieldProblem } from '../src/registry/errors.js';

/** More than this helps nobody, and an answer must not grow with what is wrong. */
const MOST_PROBLEMS = 50;

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
      if (list.length < MOST_PROBLEMS) list.push({ field: field === '' ? 'body' : field, code });
    },
  };
}
