import { routes } from '../rest-facade/routes/index.js';
import type { World } from './harness.js';

/** Statements that a process sends now and then, beside those of its requests. */
const OF_THE_PROCESS = /\b(?:jobs|search_synonyms)\b|epoch from clock_timestamp\(\)/;

/**
 * Counts the statements of requests: with BEGIN and COMMIT, without those of the job queue, of the
 * synonyms, and of the clock watch, which a process sends every few seconds.
 */
export async function countStatements(world: World, work: () => Promise<unknown>): Promise<number> {
  const sent = await world.statements(work);
  return sent.filter((sql) => !OF_THE_PROCESS.test(sql)).length;
}

/** The most statements that an operation may send, by its route. Throws for an unknown operation. */
export function budgetOf(operationId: string): number {
  const route = routes[operationId];
  if (!route) throw new Error(`no route has the operation ${operationId}`);
  return route.statements;
}
