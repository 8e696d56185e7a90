import type { Random } from '../random.js';
import { CONNECTION_FAULTS } from './connections.js';
import type { Fault } from './fault.js';
import { PROCESS_FAULTS } from './processes.js';

/** All faults that the cluster can have. */
export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...CONNECTION_FAULTS];

/** Draws faults in a random order. None comes again before all others came. */
export function drawFaults<T>(faults: readonly T[], count: number, random: Random): T[] {
  const drawn: T[] = [];
  let left: T[] = [];
  while (drawn.length < count && faults.length > 0) {
    if (left.length === 0) left = [...faults];
    drawn.push(...left.splice(random.below(left.length), 1));
  }
  return drawn;
}
