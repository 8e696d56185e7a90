import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { hostileHeaders, idempotencyKey } from './headers.js';
import { brokenBytes, hostileJson, hostileText } from './hostile-values.js';
import type { Plant } from './plant.js';
import type { FuzzRequest } from './request.js';
import { typedJson } from './typed-json.js';

const SELECTED_LEVELS = 3;

/** Documents that are invalid or over a limit. */
const DOCUMENTS = [
  '',
  '{',
  '{}',
  'query',
  '}',
  'null',
  '#',
  '{ __typename',
  'fragment F on Mod { id }',
  'query A { __typename } query A { __typename }',
  '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  '{ ...Missing }',
  '{ listMods { items { ...F } } } fragment F on Mod { author { ...G } } fragment G on User { ...G }',
  'subscription { anything }',
  'query ($a: Nothing!) { __typename }',
  'query ($a: Int = "x") { listMods(limit: $a) { items { id } } }',
  '{ __typename @skip }',
  '{ __typename @skip(if: "x") }',
  'query ($a: Boolean!) { __typename @skip(if: $a) @include(if: $a) @unknown }',
  '{ getMod(id: "\\u{110000}") { id } }',
  '{ getMod(id: """\n\u0007""") { id } }',
  '{ getMod(id: $undefined) { id } }',
  '{ getMod(id: 99999999999999999999999999) { id } }',
  '{ listMods(limit: 1e400) { items { id } } }',
  '{ listMods(limit: null, sort: [latest]) { items { id } } }',
  '{ listMods(limit: -2147483648) { items { id } } }',
  '{ __schema { types { name fields { name type { ofType { ofType { name } } } } } } }',
  '{ __type(name: "Mod") { fields { name } } }',
  `{ ${Array.from({ length: 400 }, (_, at) => `a${at}: __typename`).join(' ')} }`,
  `{ ${Array.from({ length: 60 }, (_, at) => `a${at}: listMods(limit: 100) { items { title } }`).join(' ')} }`,
  `{ __typename ${'@skip(if: false) '.repeat(500)} }`,
  `{ getMod(id: ${'['.repeat(1_800)}${']'.repeat(1_800)}) { id } }`,
  `{ ${'listGames { items { '.repeat(30)} id ${'} } '.repeat(30)} }`,
];

/** Requests to `/graphql`: each field with typed variables, broken documents and broken bodies. */
export function graphqlRequests(plant: Plant, schema: GraphQLSchema): fc.Arbitrary<FuzzRequest> {
  const operations = [
    ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) =>
      operationOf(plant, 'query', field),
    ),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) =>
      operationOf(plant, 'mutation', field),
    ),
  ];
  const operation = fc.oneof(...operations);
  const broken = fc
    .constantFrom(...DOCUMENTS)
    .map((query) => JSON.stringify({ query, variables: {} }));
  const loose = fc
    .tuple(hostileText, hostileJson, hostileJson)
    .map(
      ([query, variables, extensions]) =>
        `{"query":${JSON.stringify(query)},"variables":${variables},"extensions":${extensions},"operationName":${variables}}`,
    );
  const body = fc.oneof(
    { weight: 12, arbitrary: operation.map((json) => Buffer.from(json)) },
    { weight: 3, arbitrary: broken.map((json) => Buffer.from(json)) },
    { weight: 2, arbitrary: brokenBytes(operation) },
    { weight: 1, arbitrary: loose.map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: hostileJson.map((json) => Buffer.from(json)) },
  );
  const post = fc
    .tuple(fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'PUT', 'OPTIONS'), body)
    .map(([method, sent]) => ({ method, target: '/graphql', body: sent }));
  const get = fc
    .tuple(
      fc.constantFrom('GET', 'HEAD'),
      fc.constantFrom(...DOCUMENTS, '{ listGames { items { id } } }'),
      hostileText,
    )
    .map(([method, query, variables]) => ({
      method,
      target: `/graphql?query=${encodeURIComponent(query).slice(0, 9_000)}&variables=${encodeURIComponent(variables.toWellFormed()).slice(0, 3_000)}`,
      body: null,
    }));
  return fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: post }, { weight: 1, arbitrary: get }),
      hostileHeaders(plant, idempotencyKey),
      fc.nat(9),
    )
    .map(([request, headers, chunk]) => ({ ...request, headers, chunked: chunk === 0 }));
}

/** The body of an operation that runs one field with all its arguments as variables. */
function operationOf(
  plant: Plant,
  kind: string,
  field: GraphQLField<unknown, unknown>,
): fc.Arbitrary<string> {
  const typed = typedJson(plant, 'camel');
  const given = field.args.map((argument) =>
    fc.option(typed(argument.type, argument.name), { freq: isRequiredArgument(argument) ? 30 : 1 }),
  );
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const call = `${field.name}${passed && `(${passed})`} ${selectionOf(field.type, SELECTED_LEVELS)}`;
  const twice = kind === 'query' ? `{ ${call} again: ${call} }` : `{ ${call} }`;
  const query = `${kind} ${declared && `(${declared})`} ${twice}`;
  return fc.tuple(...given).map((values) => {
    const pairs = values.flatMap((json, at) =>
      json === null ? [] : [`"${field.args[at]?.name}":${json}`],
    );
    return `{"query":${JSON.stringify(query)},"variables":{${pairs.join(',')}}}`;
  });
}

/** All fields without required arguments, down to a depth. */
function selectionOf(type: GraphQLOutputType, levels: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const members = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const inner = selectionOf(field.type, levels - 1);
    const isLeaf = !isObjectType(getNamedType(field.type));
    return isLeaf || (inner !== '' && levels > 1) ? [`${field.name} ${inner}`] : [];
  });
  return members.length > 0 ? `{ ${members.join(' ')} }` : '';
}
