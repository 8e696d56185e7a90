import { GraphQLList, GraphQLScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { createFieldProblems } from '../../rest-facade/field-problems.js';
import { createReaders } from '../../rest-facade/input.js';
import { LIMITS } from '../../src/registry/limits.js';

it('the values of a list are read only up to the last problem that a response has', () => {
  let read = 0;
  const type = new GraphQLScalarType({
    name: 'Never',
    parseValue() {
      read += 1;
      throw new Error('no value fits');
    },
  });
  const problems = createFieldProblems();
  createReaders('snake')(new GraphQLList(type))(Array(10_000).fill(1), 'items', problems);
  expect(read).toBe(LIMITS.fieldProblems);
  expect(problems.list.at(-1)).toEqual({ field: 'items[49]', code: 'invalid_format' });
});
