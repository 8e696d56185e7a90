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

/** How a load asks. */
interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly etag?: string;
  /** A value of `Accept-Encoding`. */
  readonly coding?: string;
}

/**
 * Asks a server for one address over and over, from a process of its own; with an ETag, as somebody
 * who holds the answer.
 */
export async function measure(url: string, options: Asking = {}): Promise<Load> {
  const { method = 'GET', etag = '', coding = '' } = options;
  const load = ['bench/load.js', url, String(CONNECTIONS), String(SECONDS), method];
  return JSON.parse(await runProgram([...load, etag, coding]));
}
