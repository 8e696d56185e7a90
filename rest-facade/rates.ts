import type { Gateway } from '../src/graphql/gateway.js';
import type { RateClass } from '../src/registry/limits.js';
import type { QueryValues } from './query.js';
import type { Route } from './route.js';
import { nameIn } from './variables.js';

/** The units that a request costs, by rate class. */
type Cost = Parameters<Gateway['admit']>[1];

/** The cost of a request with these query parameters. */
export type CostOf = (values: QueryValues) => Cost;

/**
 * The rate classes of a request: the route's own, and those of its parameters in `costs`. `isGiven`
 * says whether the request sends a parameter, named by its source such as `query.q`.
 */
export function ratesOf(
  { rate, costs = {} }: Route,
  isGiven: (source: string) => boolean,
): RateClass[] {
  const further = Object.entries(costs).filter(([source]) => isGiven(source));
  return [rate, ...further.map(([, also]) => also)];
}

/** Compiles the cost of a route's requests: one unit in each of their rate classes. */
export function compileCost(route: Route): CostOf {
  const costly = Object.keys(route.costs ?? {});
  const nameOf = new Map(costly.map((source): [string, string] => [source, nameIn(source)]));
  return (values) => {
    const rates = ratesOf(route, (source) => values.has(nameOf.get(source) ?? ''));
    return new Map(rates.map((rate) => [rate, 1]));
  };
}
