import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { FIXTURES } from '../../operations/index.js';
import { everyNth, someOf } from '../../rounds.js';
import { OPERATION_FACTS } from '../facts.js';
import { CELLS, cellsOf } from './cells/index.js';
import { bodySchemaOf, documented, OPERATIONS, type Operation } from './operations.js';
import { placesOf, type Sample } from './sample.js';
import { useStage } from './stage.js';
import { subjectsOn } from './subjects.js';
import { codesAt } from './truth.js';

const stage = useStage();

/**
 * The operations that this run checks for each cell. Sampled cells begin at different operations.
 */
const CHECKED = new Map(
  CELLS.map((cell, at) => {
    const { applies, isSampled = () => false } = cell;
    const operations = OPERATIONS.filter(applies);
    const sampled = operations.filter(isSampled);
    const few = Math.ceil(sampled.length / 32);
    const left = operations.filter((operation) => !isSampled(operation));
    return [cell, [...left, ...someOf(sampled, few, at * few)]];
  }),
);

const subjects = subjectsOn(stage, OPERATIONS);

describe('the matrix', () => {
  it('every operation of the routes table has a fixture, and every fixture an operation', () => {
    const served = OPERATIONS.map(({ operationId }) => operationId);
    expect(Object.keys(FIXTURES).toSorted()).toEqual(served.toSorted());
  });

  it('every cell is checked for an operation, and every operation in some cells', () => {
    const checked = [...CHECKED.values()];
    expect(checked.filter((operations) => operations.length === 0)).toEqual([]);
    expect(new Set(checked.flat())).toEqual(new Set(OPERATIONS));
  });

  it.each(everyNth(subjects, 8))(
    'the fixture of %s lists exactly the ids and names of its sample',
    async (...it) => {
      const [, { operation, fixture, spare }] = it;
      const places = placesOf(operation, await spare()).map(({ name }) => name);
      expect(Object.keys(fixture.missing).toSorted()).toEqual(places.toSorted());
    },
  );

  it.each(everyNth(subjects, 8))(
    'the cells of %s cover every promise that its contract implies',
    async (_name, subject) => {
      const { operation, spare } = subject;
      expect(cellsOf(operation).length).toBe(countedFor(operation, await spare()));
    },
  );
});

describe.each(subjects)('%s', (id, subject) => {
  const cells = cellsOf(subject.operation)
    .filter((cell) => CHECKED.get(cell)?.includes(subject.operation))
    .map(({ name, check }) => [`${id} ${name}`, check] as const);
  it.each(cells)('%s', (_promise, check) => check(subject));
});

/** The contract of an operation; for a beta operation, its declaration. */
function factOf({ operationId, route, rule }: Operation) {
  const fact = OPERATION_FACTS.find((row) => row.operationId === operationId);
  if (fact) return fact;
  if (route.stage === 'beta') return { ...route, scopes: rule.scopes, ifMatch: route.precondition };
  throw new Error(`${operationId} is no operation of the contract`);
}

/** The number of cells of an operation, computed from the contract, the document and a sample. */
function countedFor(operation: Operation, sample: Sample): number {
  const fact = factOf(operation);
  const { parameters = [], responses } = documented(operation);
  const body = bodySchemaOf(operation);
  const places = placesOf(operation, sample);
  const isRead = fact.method === 'GET';
  const takes = (place: string) => parameters.some((it: Json) => it.in === place);
  const names = (place: RegExp) => places.some(({ name }) => place.test(name));
  const refuses = (code: string) => codesAt(operation, 403).includes(code);
  const isMutation = parameters.some((it: Json) => it.$ref?.endsWith('/UserAgent'));
  const rules: readonly [applies: boolean, cells: number][] = [
    // Responses, addresses, methods and credentials.
    [true, 10],
    [fact.scopes.length > 0, 1],
    [isRead, 2],
    [!isRead, 6],
    [304 in responses, 1],
    [takes('query'), 1],
    [isMutation, 2],
    [isMutation && fact.scopes.length > 0, 1],
    // Ids and other names.
    [takes('path'), 1],
    [places.length > 0, 3],
    [places.some(({ isId }) => isId), 3],
    // The team of the mod.
    [names(/\.mod_?id$/i) && refuses('forbidden'), 1],
    [names(/\.mod_?id$/i) && refuses('team_role_denied'), 1],
    // Keys, preconditions and body members.
    [!isRead && fact.idempotency === 'none', 1],
    [fact.idempotency !== 'none', 5],
    [fact.idempotency === 'required', 1],
    [fact.ifMatch === 'required', 3],
    [body !== null, 2],
    [body?.required?.length > 0, 1],
  ];
  return rules.reduce((sum, [applies, cells]) => sum + (applies ? cells : 0), 0);
}
