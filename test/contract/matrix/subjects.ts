import { FIXTURES } from '../../operations/index.js';
import type { Operation } from './operations.js';
import type { Stage } from './stage.js';
import { type Subject, subjectOf } from './subject.js';

/** The operations as subjects of the matrix on a stage, with their names. */
export function subjectsOn(
  stage: Stage,
  operations: readonly Operation[],
): (readonly [name: string, subject: Subject])[] {
  return operations.flatMap((operation) => {
    const fixture = FIXTURES[operation.operationId];
    return fixture ? [[operation.operationId, subjectOf(operation, fixture, stage)] as const] : [];
  });
}
