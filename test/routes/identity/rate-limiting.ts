import type { Answer } from '../../actors.js';

let addresses = 0;

/** A client address that no test has used before. */
export function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Headers of a request that a proxy forwards for an address. */
export const from = (address: string) => ({ 'X-Forwarded-For': address });

/** The RateLimit headers of a response: limit, remaining requests and seconds until the reset. */
export function quotaOf({ headers }: Answer): (string | null)[] {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
}

/** Runs the work `count` times, at most 20 at once; returns the results. */
export async function times<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) {
    const next = Math.min(20, count - results.length);
    const batch = Array.from({ length: next }, (_, at) => work(results.length + at));
    results.push(...(await Promise.all(batch)));
  }
  return results;
}
