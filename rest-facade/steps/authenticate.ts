import { contextOf, type Exchange } from '../exchange.js';
import { nameIn } from '../variables.js';

/** Opens the request's context; an invalid credential ends it with `unauthorized`. */
export async function authenticate(exchange: Exchange): Promise<void> {
  const { audience } = exchange.route.route;
  exchange.ctx = await exchange.services.gateway.open({ ...exchange.facts, audience });
}

/** Checks the viewer's access. Throws `unauthorized`, `insufficient_scope`. */
export async function authorize(exchange: Exchange): Promise<void> {
  const { operation, operationId, route } = exchange.route;
  const { access } = route;
  const scopes = route.scopeNamedIn === 'body' ? [] : route.scopes;
  const isWrite = operation.kind === 'mutation';
  const write = isWrite ? { operation: operationId, args: argumentsInPath(exchange) } : null;
  await exchange.services.gateway.authorize(contextOf(exchange), { access, scopes }, write);
}

/** The arguments that the path contains: the body of a forbidden request is not read. */
export function argumentsInPath({ route, parameters }: Exchange): Record<string, unknown> {
  const inPath = route.variables.filter(({ source }) => source.startsWith('path.'));
  return Object.fromEntries(inPath.map(({ name, source }) => [name, parameters[nameIn(source)]]));
}
