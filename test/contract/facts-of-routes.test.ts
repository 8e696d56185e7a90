import { describe, expect, it } from 'vitest';
import { statusesOf } from '../../rest-facade/reply.js';
import { routes } from '../../rest-facade/routes/index.js';
import { OPERATION_FACTS, type OperationFact } from './facts.js';

describe('the routes', () => {
  it('are the operations of the contract, and nothing that is stable besides', () => {
    const stable = Object.entries(routes).filter(([, { stage }]) => stage === undefined);
    const served = stable.map(([operationId]) => operationId);
    expect(served.toSorted()).toEqual(OPERATION_FACTS.map((it) => it.operationId).toSorted());
  });

  it.each(OPERATION_FACTS)('serve $operationId as the contract has it', (fact) => {
    expect(factOf(fact.operationId)).toEqual({
      ...fact,
      success: fact.success.toSorted(),
    });
  });

  it('stand below /beta/ where the contract does not know them, and there say so', () => {
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

  it('never share an address', () => {
    const addresses = Object.values(routes).map(({ method, path }) =>
      `${method} ${path}`.replace(/\{[^}]*\}/g, '{}'),
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

function factOf(operationId: string): OperationFact | null {
  const route = routes[operationId];
  if (!route) return null;
  const { method, path, tag, access, scopes, idempotency, precondition, reply } = route;
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
