import type { FieldCode, FieldProblem } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';

/**
 * Collects the invalid values of a request, so that the client gets them together. Beyond
 * `LIMITS.fieldProblems` it drops further ones.
 */
export interface FieldProblems {
  readonly list: readonly FieldProblem[];
  /** Whether further problems are dropped. */
  isFull(): boolean;
  /**
   * Adds a problem. An empty field means the whole body and is listed as `body`. Returns undefined,
   * the stand-in for the invalid value.
   */
  add(field: string, code: FieldCode): undefined;
}

/** Makes a collection that begins with known problems. */
export function createFieldProblems(known: readonly FieldProblem[] = []): FieldProblems {
  const list = [...known];
  const isFull = () => list.length >= LIMITS.fieldProblems;
  return {
    list,
    isFull,
    add(field, code) {
      if (!isFull()) list.push({ field: field === '' ? 'body' : field, code });
    },
  };
}
