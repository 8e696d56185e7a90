import { contextOf, type Exchange } from '../exchange.js';

/** Opens the request's context; a credential that does not hold ends it with `unauthorized`. */
export async function authenticate(exchange: Exchange): Promise<void> {
  exchange.ctx = await exchange.services.gateway.open(exchange.facts);
}

/** Whether this viewer may ask at all: `unauthorized`, `insufficient_scope`. */
export function authorize(exchange: Exchange): void {
  const { access, scopes } = exchange.route.route;
  exchange.services.gateway.authorize(contextOf(exchange), { access, scopes });
}
