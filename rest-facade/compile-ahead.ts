import type { Gateway, Operation } from '../src/graphql/gateway.js';
import { type Bind, compileBind } from './binding.js';
import type { Route } from './route.js';
import { selectedBy } from './selection.js';
import { boundVariables } from './variables.js';

/** The query that a route runs before it reads the body. */
export interface CompiledAhead {
  readonly operation: Operation;
  readonly bind: Bind;
}

/**
 * Compiles the query that a route runs before it reads its body; null if it has none.
 * Throws if no operation has this name, if it writes, or if its variables do not fit the route.
 */
export function compileAhead(
  route: Route,
  operations: ReadonlyMap<string, Operation>,
  { schema }: Pick<Gateway, 'schema'>,
): CompiledAhead | null {
  const rule = route.body?.form?.ahead ?? route.ahead;
  if (!rule) return null;
  const operation = operations.get(rule.operation);
  if (!operation) throw new Error(`there is no operation "${rule.operation}" to ask ahead`);
  if (operation.kind !== 'query') throw new Error(`${operation.name} is not a query`);
  const selected = selectedBy(schema, operation.document);
  const { body: _, ...bodiless } = route;
  const variables = boundVariables(selected, rule.bind);
  return { operation, bind: compileBind({ ...bodiless, method: 'GET' }, variables) };
}
