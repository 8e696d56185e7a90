import { expect, it } from 'vitest';
import { compileOperations } from '../../../src/graphql/compile-operations.js';
import { buildDomainSchema } from '../../../src/graphql/schema.js';

it('services of one process share the schema and the operations of a source', () => {
  const schema = buildDomainSchema();
  expect(buildDomainSchema()).toBe(schema);
  const source = 'query a { __typename }';
  const operations = compileOperations(schema, source);
  expect(compileOperations(schema, source)).toBe(operations);
  const others = compileOperations(schema, 'query b { __typename }');
  expect([[...operations.keys()], [...others.keys()]]).toEqual([['a'], ['b']]);
});
