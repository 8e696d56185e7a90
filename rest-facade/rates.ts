import type { RateClass } from '../src/registry/limits.js';
import type { Route } from './route.js';

/** The rate classes of a request: the route's own, and those of costly parameters. */
export function ratesOf(
  { rate, costs = {} }: Route,
  isGiven: (source: string) => boolean,
): RateClass[] {
  const further = Object.entries(costs).filter(([source]) => isGiven(source));
  return [rate, ...further.map(([, also]) => also)];
}
