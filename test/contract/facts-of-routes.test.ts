import { describe, expect, it } from 'vitest';
import { statusesOf } from '../../rest-facade/reply.js';
import { routes } from '../../rest-facade/routes/index.js';
import { OPERATION_TESTS } from '../operations/index.js';
import { OPERATION_FACTS, type OperationFact } from './facts.js';
import { OPERATIONS } from './matrix/operations.js';

describe('the routes', () => {
  it('the stable routes are exactly the operations of the contract', () => {
    const stable = Object.entries(routes).filter(([, { stage }]) => stage === undefined);
    const served = stable.map(([operationId]) => operationId);
    expect(served.toSorted()).toEqual(OPERATION_FACTS.map((it) => it.operationId).toSorted());
  });

  it.each(OPERATION_FACTS)(
    '$operationId matches the contract in its route and the access rule of its field',
    (fact) => {
      expect(factOf(fact.operationId)).toEqual({
        ...fact,
        success: fact.success.toSorted(),
      });
    },
  );

  it('routes outside the contract are below /beta/ and have the stage beta', () => {
    const known = new Set(OPERATION_FACTS.map(({ operationId }) => operationId));
    for (const [operationId, { path, stage }] of Object.entries(routes)) {
      const isBeta = !known.has(operationId);
      expect([operationId, path.startsWith('/beta/'), stage]).toEqual([
        operationId,
        isBeta,
        isBeta ? 'beta' : undefined,
      ]);
    }
  });

  it('each operation outside of the contract has the access and scopes that its test file states', () => {
    const known = new Set(OPERATION_FACTS.map(({ operationId }) => operationId));
    const others = OPERATIONS.filter(({ operationId }) => !known.has(operationId));
    const found = others.map(({ operationId, rule: { access, scopes } }) => [
      operationId,
      { access, scopes },
    ]);
    const stated = others.map(({ operationId }) => [
      operationId,
      OPERATION_TESTS[operationId]?.access,
    ]);
    expect(found).toEqual(stated);
  });

  it('no two routes share an address', () => {
    const addresses = Object.values(routes).map(({ method, path }) =>
      `${method} ${path}`.replace(/\{[^}]*\}/g, '{}'),
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

function factOf(operationId: string): OperationFact | null {
  const operation = OPERATIONS.find((it) => it.operationId === operationId);
  if (!operation) return null;
  const { method, path, tag, idempotency, precondition, reply } = operation.route;
  const { access, scopes } = operation.rule;
  return {
    operationId,
    method,
    path,
    tag,
    auth: access,
    scopes,
    idempotency,
    ifMatch: precondition,
    success: statusesOf(reply).toSorted(),
  };
}
