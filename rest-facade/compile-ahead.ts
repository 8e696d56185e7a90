import type { Gateway, Operation } from '../src/graphql/gateway.js';
import { type Bind, compileBind } from './binding.js';
import type { Route } from './route.js';
import { selectedBy } from './selection.js';
import { boundVariables } from './variables.js';

/** The query that is asked before a form is read. */
export interface Ahead {
  readonly operation: Operation;
  readonly bind: Bind;
}

/**
 * Compiles the query that a route with a form asks before it takes in the file; null for all others.
 * Throws where there is none of this name, where it writes, and where it does not fit the path.
 */
export function compileAhead(
  route: Route,
  operations: ReadonlyMap<string, Operation>,
  { schema }: Pick<Gateway, 'schema'>,
): Ahead | null {
  const { form } = route.body ?? {};
  if (!form) return null;
  const operation = operations.get(form.ahead.operation);
  if (!operation) throw new Error(`there is no operation "${form.ahead.operation}" to ask ahead`);
  if (operation.kind !== 'query') throw new Error(`${operation.name} is not a query`);
  const selected = selectedBy(schema, operation.document);
  const { body: _, ...bodiless } = route;
  const variables = boundVariables(selected, form.ahead.bind);
  return { operation, bind: compileBind({ ...bodiless, method: 'GET' }, variables) };
}
