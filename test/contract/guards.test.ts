import { describe, expect, it } from 'vitest';
import { routes } from '../../rest-facade/routes/index.js';
import { OPERATIONS } from '../../src/registry/operations.js';
import { fields, mutations, queries, ruleOf } from './permissions/fields.js';
import { PROBES } from './permissions/probes.js';

describe('every operation that needs a credential or writes', () => {
  it('has a row in the table of operations, and a question in this matrix', () => {
    const needing = queries.filter(({ name }) => ruleOf(name).access === 'required');
    const names = [...needing, ...mutations].map(({ name }) => name).toSorted();
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(names);
    expect(Object.keys(PROBES).toSorted()).toEqual(names);
  });

  it('names an argument for what a refused write was about, and none where there is none', () => {
    for (const { name, args } of mutations) {
      const { target, targetId } = OPERATIONS[name] ?? {};
      expect(target, name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      const [first] = targetId?.split('.') ?? [];
      if (first !== undefined) expect(args.map((arg) => arg.name)).toContain(first);
    }
  });
});

describe('every field of the root', () => {
  it.each([...fields.keys()])('%s is guarded, and as its route is', (name) => {
    const rule = ruleOf(name);
    expect(rule).toBeDefined();
    const route = routes[name];
    if (!route) return;
    expect(rule).toEqual({ access: route.access, scopes: route.scopes });
  });
});
