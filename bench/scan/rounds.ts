import { watchMemory } from './memory.js';

/** The rounds of a measure that names no other number. */
export const ROUNDS = 3;

/** The shortest time of some rounds, and the largest growth of the resident memory. */
export interface Measured {
  readonly seconds: number;
  readonly grownBytes: number;
}

/** Does the work several times, one after the other. */
export async function measure(work: () => Promise<void>, rounds = ROUNDS): Promise<Measured> {
  let seconds = Number.POSITIVE_INFINITY;
  let grownBytes = 0;
  for (let round = 0; round < rounds; round++) {
    const memory = watchMemory();
    seconds = Math.min(seconds, await secondsOf(work));
    grownBytes = Math.max(grownBytes, memory.stop());
  }
  return { seconds, grownBytes };
}

/** The time of the work. */
export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - begun) / 1e9;
}
