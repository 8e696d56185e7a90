import type { Random } from '../random.js';
import { CONNECTION_FAULTS } from './connections.js';
import type { Fault } from './fault.js';
import { PROCESS_FAULTS } from './processes.js';

/** All faults that the cluster can have. */
export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...CONNECTION_FAULTS];

/**
 * Draws faults in a random order. None comes again before all others came, and no kind comes again
 * before all kinds came that have a fault left: so a short run has many kinds.
 */
export function drawFaults<T extends Pick<Fault, 'kind'>>(
  faults: readonly T[],
  count: number,
  random: Random,
): T[] {
  const drawn: T[] = [];
  let left: T[] = [];
  let kinds: Fault['kind'][] = [];
  while (drawn.length < count && faults.length > 0) {
    if (left.length === 0) left = [...faults];
    if (kinds.length === 0) kinds = [...new Set(left.map(({ kind }) => kind))];
    const [kind] = kinds.splice(random.below(kinds.length), 1);
    const fault = random.pick(left.filter((one) => one.kind === kind));
    left.splice(left.indexOf(fault), 1);
    drawn.push(fault);
  }
  return drawn;
}
