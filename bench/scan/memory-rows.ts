import type { BenchRow } from '../row.js';
import { inspect, type Written } from './inspect.js';
import { watchMemory } from './memory.js';
import { type Measured, secondsOf } from './rounds.js';

const MIB = 1024 * 1024;
const AT_ONCE = 8;

/** The memory of one inspection. */
export function memoryRow({ grownBytes }: Measured): BenchRow {
  const grown = grownBytes / MIB;
  return {
    name: 'memory growth of the inspection of 1 GiB',
    value: grown,
    unit: 'MiB',
    target: 'under 32 MiB',
    ok: grown < 32,
  };
}

/** The additional memory for a larger archive. */
export function growthRow(small: Measured, large: Measured): BenchRow {
  const more = (large.grownBytes - small.grownBytes) / MIB;
  return {
    name: 'memory growth of almost 4 GiB, the largest without ZIP64, beyond that',
    value: more,
    unit: 'MiB',
    target: 'within 32 MiB',
    ok: more <= 32,
  };
}

/** The same archive several times at once: the shared budgets bound the memory. */
export async function togetherRows(archive: Written, alone: Measured): Promise<BenchRow[]> {
  const memory = watchMemory();
  const seconds = await secondsOf(async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, () => inspect(archive)));
  });
  const grown = memory.stop() / MIB;
  const bound = AT_ONCE * 8 + Math.ceil(alone.grownBytes / MIB);
  return [
    {
      name: `${AT_ONCE} inspections of it at once, each`,
      value: seconds / AT_ONCE,
      unit: 's',
      comparedWith: 'one alone',
      ratio: seconds / AT_ONCE / alone.seconds,
    },
    {
      name: 'memory growth of these',
      value: grown,
      unit: 'MiB',
      target: `under ${bound} MiB: 8 MiB of buffers each`,
      ok: grown < bound,
    },
  ];
}
