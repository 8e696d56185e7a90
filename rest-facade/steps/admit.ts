import { contextOf, type Exchange } from '../exchange.js';

/**
 * Counts the request in the buckets of its class and tells in the headers of whatever is answered
 * from here on what is left (Spec 7.1, 8). A HEAD counts, and so does a write that is repeated.
 * Throws `rate_limited`.
 */
export async function admit(exchange: Exchange): Promise<void> {
  const { services, route, res } = exchange;
  const cost = new Map([[route.route.rate, 1]]);
  const headers = await services.gateway.admit(contextOf(exchange), cost);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
