import { ClientGone } from '../work-scope.js';

/** Connections for one kind of work, and those that wait for one. */
export interface Lane {
  /**
   * Resolves when a connection may be used. Throws ClientGone when the signal is aborted, and an
   * error that `isDatabaseBusy` knows when too many wait or the wait takes too long.
   */
  take(gone: AbortSignal | null): Promise<void>;
  /** Gives a connection back, to the one that waits longest. */
  free(): void;
  count(): LaneCounts;
}

/** How a lane stands. */
export interface LaneCounts {
  readonly inUse: number;
  readonly waiting: number;
  /** How often a caller was refused, in all. */
  readonly refused: number;
}

/** How large a lane is. */
export interface LaneOptions {
  readonly connections: number;
  readonly waiting: number;
  readonly patienceMs: number;
}

/** The message of the error when too many wait. Prisma keeps nothing else of an error. */
export const QUEUE_FULL = 'the queue for database connections is full';
/** The message of the error when a wait takes too long, as pg has it. */
const TOO_LONG = 'timeout exceeded when trying to connect';

/** A lane of which nothing is in use. */
export function createLane({ connections, waiting, patienceMs }: LaneOptions): Lane {
  /** In the order of their arrival. */
  const queue = new Set<() => void>();
  let inUse = 0;
  let refused = 0;

  function refuse(reason: string): Error {
    refused += 1;
    return new Error(reason);
  }

  function wait(gone: AbortSignal | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(begin);
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
      };
      const begin = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(new ClientGone());
      };
      const timer = setTimeout(() => {
        leave();
        reject(refuse(TOO_LONG));
      }, patienceMs).unref();
      gone?.addEventListener('abort', giveUp);
      queue.add(begin);
    });
  }

  return {
    async take(gone) {
      if (gone?.aborted) throw new ClientGone();
      if (inUse < connections) {
        inUse += 1;
        return;
      }
      if (queue.size >= waiting) throw refuse(QUEUE_FULL);
      await wait(gone);
    },
    free() {
      const [next] = queue;
      if (next) next();
      else inUse -= 1;
    },
    count: () => ({ inUse, waiting: queue.size, refused }),
  };
}
