import { runProgram } from './process.js';

/** The result of a load. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
}

/** The number of clients, each with its own address. */
export const CONNECTIONS = 8;
const SECONDS = 4;

/** Requests one address repeatedly, from a separate process. */
export async function measure(url: string, method: 'GET' | 'POST' = 'GET'): Promise<Load> {
  const load = ['bench/load.js', url, String(CONNECTIONS), String(SECONDS), method];
  return JSON.parse(await runProgram(load));
}
