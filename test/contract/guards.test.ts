import { describe, expect, it } from 'vitest';
import { routes } from '../../rest-facade/routes/index.js';
import { OPERATIONS } from '../../src/registry/operations.js';
import { fields, mutations, queries, ruleOf } from './permissions/fields.js';
import { PROBES } from './permissions/probes.js';

describe('the operations that need a credential or write', () => {
  it('every protected operation has a row in the operations table and a probe in this matrix', () => {
    const needing = queries.filter(({ name }) => ruleOf(name).access === 'required');
    const names = [...needing, ...mutations].map(({ name }) => name).toSorted();
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(names);
    expect(Object.keys(PROBES).toSorted()).toEqual(names);
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
  it.each([...fields.keys()])('the root field %s has a guard that matches its route', (name) => {
    const rule = ruleOf(name);
    expect(rule).toBeDefined();
    const route = routes[name];
    if (!route) return;
    expect(rule).toEqual({ access: route.access, scopes: route.scopes });
  });
});
