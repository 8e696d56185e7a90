import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { recordRefusals } from '../../src/graphql/guard-mutations.js';
import { PROBES } from '../operations/index.js';
import { fields, mutations, OPERATIONS, queries, ruleOf } from './permissions/fields.js';

describe('the operations that need a credential or write', () => {
  it('every protected operation states its facts and has a probe in this matrix', () => {
    const needing = queries.filter(({ name }) => ruleOf(name).access === 'required');
    const names = [...needing, ...mutations].map(({ name }) => name).toSorted();
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(names);
    expect(Object.keys(PROBES).toSorted()).toEqual(names);
  });

  it('a schema with a mutation that states no target is rejected', () => {
    const untold = buildSchema('type Query { read: Int } type Mutation { write: Int }');
    expect(() => recordRefusals(untold)).toThrow('the mutation write has no target: add @Writes');
  });

  it('every mutation names its target and an existing argument for the target id', () => {
    for (const { name, args } of mutations) {
      const { target, targetId } = OPERATIONS[name] ?? {};
      expect(target, name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      const [first] = targetId?.split('.') ?? [];
      if (first !== undefined) expect(args.map((arg) => arg.name)).toContain(first);
    }
  });
});

describe('the root fields', () => {
  it.each([...fields.keys()])('the root field %s states its access rule', (name) => {
    expect(ruleOf(name)).toMatchObject({ access: expect.any(String), scopes: expect.any(Array) });
  });
});
