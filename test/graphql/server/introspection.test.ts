import {
  buildClientSchema,
  executeSync,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
} from 'graphql';
import { getComplexity, simpleEstimator } from 'graphql-query-complexity';
import { describe, expect, it, test } from 'vitest';
import { introspectionCost } from '../../../src/graphql/introspection-cost.js';
import { buildDomainSchema } from '../../../src/graphql/schema.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';

const world = useWorld({}, { jobs: 'when-settled' });

const EVERYTHING = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  experimentalDirectiveDeprecation: true,
  oneOf: true,
};

/** The query by which gql.tada learns what a service can describe. */
const FEATURES = `query IntrospectSupportQuery {
  directive: __type(name: "__Directive") { fields { name args { name } } }
  field: __type(name: "__Field") { fields { name args { name } } }
  type: __type(name: "__Type") { fields { name } }
  inputValue: __type(name: "__InputValue") { fields { name } }
}`;

const times = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');
const codesOf = (body: Json) => (body.errors ?? []).map((it: Json) => it.extensions.code);

/** Shapes whose results are far longer than their texts. */
const HOSTILE = {
  'fields of all types under aliases': `{ __schema { types { ${times(235, (at) => `a${at}: fields { ...F }`)} } } }
     fragment F on __Field { name isDeprecated deprecationReason __typename }`,
  'one fragment under aliases': `{ __schema { types { ${times(60, (at) => `a${at}: fields { type { ...T } }`)} } } }
     fragment T on __Type { kind name ofType { kind name ofType { kind name } } }`,
  'one type under aliases': `query ($name: String!) { ${times(300, (at) => `a${at}: __type(name: $name) { ...T }`)} }
     fragment T on __Type { fields { name args { name type { name enumValues { name } } } type { name enumValues { name } } } }`,
  'the whole schema under aliases': `{ ${times(40, (at) => `a${at}: __schema { ...S }`)} }
     fragment S on __Schema { types { fields { args { type { name kind } } type { name kind } } } }`,
  'fields of types of fields': `{ __schema { types { fields { ${times(10, (at) => `a${at}: type { ...T ofType { ...T } }`)} } } } }
     fragment T on __Type { fields { name type { name ofType { name } } args { name type { name } } } }`,
  'fragments of fragments': `{ __schema { types { ...F0 } } }
     ${times(8, (at) => `fragment F${at} on __Type { ...F${at + 1} ... { ...F${at + 1} } }`)}
     fragment F8 on __Type { kind }`,
};

describe('introspection', () => {
  test.each([
    ['the default query', getIntrospectionQuery()],
    ['the query with every option', getIntrospectionQuery(EVERYTHING)],
    ['the query with the deepest types', getIntrospectionQuery({ ...EVERYTHING, typeDepth: 100 })],
  ])('%s of graphql-js describes the schema', async (_, query) => {
    const { status, body } = await world.anon.graphql(query);
    expect([status, body.errors]).toEqual([200, undefined]);
    const schema = buildClientSchema(body.data satisfies IntrospectionQuery);
    expect(schema.getQueryType()?.getFields()).toHaveProperty('listMods');
  });

  it('the query of gql.tada for the features of a service returns them', async () => {
    const { status, body } = await world.anon.graphql(FEATURES);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data.field.fields).not.toHaveLength(0);
  });

  test.each(Object.entries(HOSTILE))('introspection of %s is refused', async (_, query) => {
    const { status, body } = await world.anon.graphql(query, { name: 'Query' });
    expect([status, codesOf(body)]).toEqual([400, ['invalid_request']]);
    expect(body.errors[0].extensions.detail).toContain(`the limit is ${LIMITS.graphqlCost}`);
  });

  test.each([
    getIntrospectionQuery(EVERYTHING),
    FEATURES,
    '{ __type(name: "Mod") { ...T } } fragment T on __Type { fields { type { ofType { fields { args { name } } } } } }',
    '{ __schema { types { possibleTypes { name } interfaces { name } enumValues { name } } directives { args { type { name } } } } }',
  ])('introspection costs at least half of the members of its result: %#', (query) => {
    const schema = buildDomainSchema();
    const document = parse(query);
    const { data } = executeSync({ schema, document });
    const estimators = [introspectionCost(schema, document), simpleEstimator({})];
    const cost = getComplexity({ schema, query: document, estimators });
    expect(cost).toBeGreaterThanOrEqual(membersOf(data) / 2);
  });
});

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, member) => sum + membersOf(member), own);
}
