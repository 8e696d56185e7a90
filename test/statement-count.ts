import { routes } from '../rest-facade/routes/index.js';
import type { World } from './harness.js';

/** Statements that a process sends now and then, beside those of its requests. */
const OF_THE_PROCESS = /\b(?:jobs|search_synonyms)\b/;

/**
 * Counts the statements of requests: with BEGIN and COMMIT, without those of the job queue and of
 * the synonyms, which a process reads every few seconds.
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
