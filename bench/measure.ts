import { runProgram } from './process.js';

/** The result of a load. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
}

const SECONDS = 4;

/**
 * Requests some addresses repeatedly, from a separate process. Each has a connection and a client of its
 * own, with its own address.
 */
export async function measure(urls: readonly string[], method: 'GET' | 'POST'): Promise<Load> {
  const load = ['bench/load.js', method, String(SECONDS), ...urls];
  return JSON.parse(await runProgram(load));
}
