import { contextOf, type Exchange } from '../exchange.js';

/**
 * Counts the request in the buckets of its class and tells in the headers of whatever is answered
 * from here on what is left (Spec 7.1, 8). A HEAD counts, and so does a write that is repeated.
 * Throws `rate_limited`.
 */
export async function admit(exchange: Exchange): Promise<void> {
  const { gateway } = exchange.services;
  const headers = await gateway.admit(contextOf(exchange), { [exchange.route.route.rate]: 1 });
  for (const [name, value] of Object.entries(headers)) exchange.res.setHeader(name, value);
}
