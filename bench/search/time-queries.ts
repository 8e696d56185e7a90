import { Agent, get } from 'node:http';
import type { Server } from '../process.js';
import type { BenchQuery } from './queries.js';

/** A server that serves searches, and the path of its search. */
export interface Engine {
  readonly name: string;
  readonly server: Server;
  readonly path: string;
  /** The results of a page; 25 if omitted. */
  readonly limit?: number;
}

/** The times of one engine in milliseconds, in the order of the queries. */
export type Times = ReadonlyMap<Engine, readonly number[]>;

/**
 * Sends each query once to each engine, one request at a time. The engines take turns, and another
 * one is first for each query, so that other load on the machine hits all of them. Throws for a
 * status other than 200.
 */
export async function timeQueries(
  engines: readonly Engine[],
  queries: readonly BenchQuery[],
): Promise<Times> {
  const times = new Map(engines.map((engine) => [engine, [] as number[]]));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const [at, { text }] of queries.entries()) {
    for (let turn = 0; turn < engines.length; turn += 1) {
      const engine = engines[(at + turn) % engines.length];
      if (engine) times.get(engine)?.push(await timeOne(agent, engine, text));
    }
  }
  agent.destroy();
  return times;
}

/** From the request to the last byte of the response, in milliseconds. */
function timeOne(
  agent: Agent,
  { server, path, limit = 25 }: Engine,
  text: string,
): Promise<number> {
  const url = `${server.url}${path}?limit=${limit}&q=${encodeURIComponent(text)}`;
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { Accept: 'application/json' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - begun));
    }).on('error', reject);
  });
}

/** A quantile of some times, for example 0.95. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
