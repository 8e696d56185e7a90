import { z } from 'zod';
import type { Release, Turns } from '../storage/disk/turns.js';
import type { CallHandler, Calls } from './calls.js';

const TAKE = z.object({ name: z.string(), atOnce: z.int().positive() });
const ENTER = z.object({ upload: z.string(), address: z.int() });
const LEASE = z.int();

/**
 * The turns of writers in a disk store (`Turns`), which the primary process of a machine gives to
 * this process. Throws the error of `Calls.call` if the primary process has ended. Then a later
 * `Release` does nothing.
 */
export function remoteTurns(primary: Pick<Calls, 'call' | 'notify'>): Turns {
  const releaseOf = (lease: number): Release => {
    return () => primary.notify('free', lease);
  };
  return {
    async take(name, atOnce) {
      return releaseOf(LEASE.parse(await primary.call('take', { name, atOnce })));
    },
    async enter(upload, address) {
      const lease = LEASE.nullable().parse(await primary.call('enter', { upload, address }));
      return lease === null ? null : releaseOf(lease);
    },
  };
}

/** The turns of one process, in the primary process. */
export interface TurnsOfProcess {
  readonly handlers: Readonly<Record<'take' | 'enter' | 'free', CallHandler>>;
  /**
   * Releases all turns of the process, and each turn that it still waits for once it gets it. Call
   * it when the process has ended and cannot write.
   */
  end(): void;
}

/**
 * The functions of the primary process for `remoteTurns` of one process. `free` ignores a turn that
 * was released before.
 */
export function turnsOfProcess(turns: Turns): TurnsOfProcess {
  const held = new Map<number, Release>();
  let last = 0;
  let isGone = false;
  const lease = (release: Release): number => {
    last += 1;
    // The process ended while it waited for its turn.
    if (isGone) release();
    else held.set(last, release);
    return last;
  };
  return {
    handlers: {
      async take(input) {
        const { name, atOnce } = TAKE.parse(input);
        return lease(await turns.take(name, atOnce));
      },
      async enter(input) {
        const { upload, address } = ENTER.parse(input);
        const release = await turns.enter(upload, address);
        return release === null ? null : lease(release);
      },
      free(input) {
        const freed = LEASE.parse(input);
        held.get(freed)?.();
        held.delete(freed);
      },
    },
    end() {
      isGone = true;
      for (const release of held.values()) release();
      held.clear();
    },
  };
}
