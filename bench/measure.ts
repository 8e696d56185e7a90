import { runProgram } from './process.js';

/** How a server bore a load. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  /** Of the last answer. */
  readonly bodyBytes: number;
}

/** What the load of all benches is. */
export const CONNECTIONS = 8;
const SECONDS = 4;

/**
 * Asks a server for one address over and over, from a process of its own; with an ETag, as somebody
 * who holds the answer.
 */
export async function measure(
  url: string,
  { method = 'GET', etag }: { readonly method?: 'GET' | 'POST'; readonly etag?: string } = {},
): Promise<Load> {
  const load = ['bench/load.js', url, String(CONNECTIONS), String(SECONDS), method];
  return JSON.parse(await runProgram(etag === undefined ? load : [...load, etag]));
}
