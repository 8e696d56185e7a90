import type { Server } from '../process.js';
import { type Requests, requestsPerSecond } from './wrk.js';

/** Pairs of measurements; the middle ratio counts, because other load on the machine varies. */
const PAIRS = 3;

/** Requests to one server. */
export type Load = readonly [server: Server, requests: Requests];

/** The requests per second of a load, and their ratio to those of the other load. */
export interface Compared {
  readonly rate: number;
  readonly ratio: number;
}

/** Measures two loads in turns. Returns the middle measurement of the first one by its ratio. */
export async function inTurns([own, asked]: Load, [other, alike]: Load): Promise<Compared> {
  const pairs: Compared[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const least = await requestsPerSecond(other.url, alike);
    const rate = await requestsPerSecond(own.url, asked);
    pairs.push({ rate, ratio: rate / least });
  }
  pairs.sort((a, b) => a.ratio - b.ratio);
  return pairs[Math.floor(PAIRS / 2)] ?? { rate: Number.NaN, ratio: Number.NaN };
}
