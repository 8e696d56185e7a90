import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDocuments } from '../../../scripts/compatible/compare-documents.js';
import { isObject, targetOf } from '../../../scripts/compatible/json.js';
import { operationsOf } from '../../../scripts/compatible/operations.js';
import { CURRENT, readDocument } from '../../../scripts/compatible/released.js';
import type { Rule } from '../../../scripts/compatible/rules.js';
import { everyNth, longTest, rounds } from '../../rounds.js';

const NOW = new Date('2026-05-01T00:00:00Z');
const ours = readDocument(CURRENT);

type Path = readonly string[];

/** Every place of the document whose path matches. */
function placesIn(value: unknown, isWanted: (path: Path) => boolean, path: Path = []): Path[] {
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value ?? {});
  const below =
    typeof value === 'object'
      ? members.flatMap(([name, member]) => placesIn(member, isWanted, [...path, String(name)]))
      : [];
  return isWanted(path) ? [path, ...below] : below;
}

/** The document without the member or list entry at a path. */
function without(value: unknown, [name = '', ...rest]: Path): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown, at) => {
      if (String(at) !== name) return [entry];
      return rest.length === 0 ? [] : [without(entry, rest)];
    });
  }
  if (!isObject(value)) return value;
  const { [name]: member, ...others } = value;
  return rest.length === 0 ? others : { ...value, [name]: without(member, rest) };
}

function rulesBroken(after: unknown): Set<Rule> {
  if (!isObject(after)) throw new Error('a document is an object');
  return new Set(compareDocuments({ before: ours, after }, NOW).map(({ rule }) => rule));
}

const isAt = (path: Path, ...pattern: (string | null)[]) =>
  path.length === pattern.length && pattern.every((name, at) => name === null || name === path[at]);

/** The removed member, its places, and the rules of which one must report the removal. */
const REMOVALS: readonly (readonly [string, (path: Path) => boolean, readonly Rule[]])[] = [
  ['operation', (path) => isAt(path, 'paths', null, null), ['operation-removed']],
  [
    'parameter',
    (path) => isAt(path, 'paths', null, null, 'parameters', null),
    ['parameter-removed'],
  ],
  ['status', (path) => isAt(path, 'paths', null, null, 'responses', null), ['status-removed']],
  [
    'header',
    (path) => path.at(-4) === 'responses' && path.at(-2) === 'headers',
    ['header-removed'],
  ],
  [
    'error code',
    (path) => path.at(-2) === 'x-error-codes',
    ['error-code-removed', 'response-value-removed'],
  ],
  [
    'member of a body or an answer',
    (path) => isAt(path, 'components', 'schemas', null, 'properties', null),
    ['request-field-removed', 'response-field-removed'],
  ],
];

const operations = [...operationsOf(ours).values()];

/** Every reference from a stable operation. Other operations promise nothing. */
const promised = new Set<string>();
for (const { stage, source } of operations) {
  if (stage === 'stable') collect(source);
}

function collect(value: unknown): void {
  for (const [, ref = ''] of JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)) {
    if (promised.has(ref)) continue;
    promised.add(ref);
    collect(targetOf(ours, ref));
  }
}

function isPromised(place: Path): boolean {
  const [kind, group = '', name = ''] = place;
  // Examples promise nothing, even if they show a schema.
  if (place.includes('examples')) return false;
  if (kind === 'components') return promised.has(`#/components/${group}/${name}`);
  const operation = operations.find(({ address }) => address === `${name.toUpperCase()} ${group}`);
  return operation?.stage === 'stable';
}

describe('the released document of this project', () => {
  test('the current document is compatible with itself', () => {
    expect(rulesBroken(structuredClone(ours))).toEqual(new Set());
  });

  test.each(everyNth(REMOVALS, 3))(
    'compareDocuments reports the removal of any promised %s',
    (_what, isWanted, rules) => {
      const places = placesIn(ours, isWanted).filter(isPromised);
      expect(places.length).toBeGreaterThan(0);
      fc.assert(
        fc.property(fc.constantFrom(...places), (place) => {
          const broken = rulesBroken(without(ours, place));
          expect(
            rules.filter((rule) => broken.has(rule)),
            place.join(' '),
          ).not.toEqual([]);
        }),
        { numRuns: rounds(1, 10) },
      );
    },
  );

  longTest(
    'compareDocuments allows new optional members, parameters, headers and operations',
    () => {
      const places = placesIn(ours, (path) => path.at(-1) === 'properties');
      const addresses = placesIn(ours, (path) => isAt(path, 'paths', null, null));
      fc.assert(
        fc.property(fc.constantFrom(...places), fc.constantFrom(...addresses), (at, operation) => {
          const grown = structuredClone(ours);
          Object.assign(valueAt(grown, at), { addition: { type: 'string' } });
          const parameters = valueAt(grown, operation)['parameters'];
          if (Array.isArray(parameters))
            parameters.push({ name: 'addition', in: 'query', schema: {} });
          Object.assign(valueAt(grown, ['paths']), { '/addition': { get: { responses: {} } } });
          expect([...rulesBroken(grown)]).toEqual([]);
        }),
        { numRuns: rounds(1, 10) },
      );
    },
  );
});

function valueAt(document: unknown, path: Path): Record<string, unknown> {
  const found = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  return found as Record<string, unknown>;
}

const schemas = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
    fc.record({
      type: fc.uniqueArray(fc.constantFrom('string', 'object', 'null'), { minLength: 1 }),
    }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, null), { minLength: 1 }) }),
    fc.record({ type: fc.constant('integer'), minimum: fc.nat(5), maximum: fc.nat(9) }),
    fc.record({ $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B') }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ additionalProperties: tie('schema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b')),
    }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({
      oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      not: tie('schema'),
    }),
  ),
}));

const documents = fc
  .record({ a: schemas.schema, b: schemas.schema, sent: schemas.schema, read: schemas.schema })
  .map(({ a, b, sent, read }) => ({
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          requestBody: { content: { 'application/json': { schema: sent } } },
          responses: { 200: { content: { 'application/json': { schema: read } } } },
        },
      },
    },
    components: { schemas: { A: a, B: b } },
  }));

longTest('every generated document is compatible with itself, even with recursive schemas', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const after = structuredClone(document);
      expect(compareDocuments({ before: document, after }, NOW)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
