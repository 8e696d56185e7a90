import { contextOf, type Exchange } from '../exchange.js';
import { createFieldProblems } from '../field-problems.js';
import { ratesOf } from '../rates.js';
import { nameIn } from '../variables.js';

/**
 * Counts the request in the buckets of its classes. From here on, the headers of every response say
 * what is left (Spec 7.1, 8). A HEAD counts, and so does a retry of a write.
 * Throws `rate_limited`.
 */
export async function admit(exchange: Exchange): Promise<void> {
  const { services, route, res, query, compatible } = exchange;
  // A later step reports invalid parameters.
  const given = route.readQuery(query, compatible, createFieldProblems());
  const rates = ratesOf(route.route, (source) => given.has(nameIn(source)));
  const cost = new Map(rates.map((rate) => [rate, 1]));
  const headers = await services.gateway.admit(contextOf(exchange), cost);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
