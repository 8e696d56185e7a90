import { runProgram } from './process.js';

/** The result of a load. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  /** The body size of the last response. */
  readonly bodyBytes: number;
}

/** The same load for all benches. */
export const CONNECTIONS = 8;
const SECONDS = 4;

/** The options of a load. */
interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly etag?: string;
  /** A value of `Accept-Encoding`. */
  readonly coding?: string;
}

/**
 * Requests one address repeatedly, from a separate process; with an ETag, as a client that has the
 * response.
 */
export async function measure(url: string, options: Asking = {}): Promise<Load> {
  const { method = 'GET', etag = '', coding = '' } = options;
  const load = ['bench/load.js', url, String(CONNECTIONS), String(SECONDS), method];
  return JSON.parse(await runProgram([...load, etag, coding]));
}
