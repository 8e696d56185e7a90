import { middleOf } from '../middle-of.js';
import type { Server } from '../process.js';
import { type Requests, requestsPerSecond } from '../wrk.js';

/** Requests to one server. */
export type Load = readonly [server: Server, requests: Requests];

/** The requests per second of a load, and their ratio to those of the other load. */
export interface Compared {
  readonly rate: number;
  readonly ratio: number;
}

/**
 * Measures two loads one after the other, several times. Returns the rate of `own` and its ratio to
 * `other` from the pair with the median ratio (`middleOf`).
 */
export async function inTurns([own, requested]: Load, [other, alike]: Load): Promise<Compared> {
  return middleOf(async () => {
    const otherRate = await requestsPerSecond(other.url, alike);
    const rate = await requestsPerSecond(own.url, requested);
    return { rate, ratio: rate / otherRate };
  });
}
