import { expect, it } from 'vitest';
import { checkOperations } from '../../../src/graphql/compile-operations.js';
import { buildDomainSchema } from '../../../src/graphql/schema.js';

it('a stored operation that does not match the schema fails the build', () => {
  const check = (source: string) => () => checkOperations(buildDomainSchema(), source);
  expect(check('query a { __typename }')).not.toThrow();
  expect(check('query a { __typename } query b { nothing }')).toThrow(
    'Cannot query field "nothing"',
  );
});
