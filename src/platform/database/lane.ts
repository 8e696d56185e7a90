import { ClientGone, type WorkScope } from '../work-scope.js';

/** Connections for one kind of work, with a queue that is fair to each caller. */
export interface Lane {
  /**
   * Waits for a connection and returns a function that releases it. A caller is one request or job,
   * identified by its object. Callers take turns, and each may use a limited number of connections.
   * Throws ClientGone if the caller's client disconnected. Throws an error that `isDatabaseBusy`
   * recognizes if the queue is full or the wait times out.
   */
  take(caller: Caller): Promise<() => void>;
  count(): LaneCounts;
}

/** A request or job that needs connections. */
export type Caller = Readonly<Pick<WorkScope, 'gone'>>;

/** The current load of a lane. */
export interface LaneCounts {
  readonly inUse: number;
  /** Waiting statements and transactions. */
  readonly waiting: number;
  /** Callers with at least one waiting statement. */
  readonly callers: number;
  /** The number of rejections since the start. */
  readonly refused: number;
}

/** The size of a lane. */
export interface LaneOptions {
  readonly connections: number;
  /** Connections that one caller may use at a time. */
  readonly perCaller: number;
  /** The maximum number of waiting callers, and of waiting statements per caller. */
  readonly waiting: number;
  readonly patienceMs: number;
}

/** The message of the error for a full queue. Prisma keeps only the message of an error. */
export const QUEUE_FULL = 'the queue for database connections is full';
/** The message of the error for a timeout, the same as that of pg. */
const TOO_LONG = 'timeout exceeded when trying to connect';

interface Waiter {
  begin(): void;
  fail(error: Error): void;
}

/** The connections of one caller, and its queue. */
interface Share {
  inUse: number;
  /** In order of arrival. */
  readonly waiters: Set<Waiter>;
  /** Removes the listener for the client's disconnect. */
  unwatch: (() => void) | null;
}

/** Creates an idle lane. */
export function createLane({ connections, perCaller, waiting, patienceMs }: LaneOptions): Lane {
  const shares = new Map<Caller, Share>();
  /** Shares with waiters. */
  const crowd = new Set<Share>();
  /** The waiting shares that may get another connection, the next one first. */
  const turns = new Set<Share>();
  let [inUse, refused] = [0, 0];

  function refuse(reason: string): Error {
    refused += 1;
    return new Error(reason);
  }

  function shareOf(caller: Caller): Share {
    const share = shares.get(caller) ?? { inUse: 0, waiters: new Set(), unwatch: null };
    shares.set(caller, share);
    return share;
  }

  function grant(caller: Caller, share: Share): () => void {
    inUse += 1;
    share.inUse += 1;
    return () => {
      inUse -= 1;
      share.inUse -= 1;
      if (share.waiters.size > 0) turns.add(share);
      else if (share.inUse === 0) shares.delete(caller);
      serve();
    };
  }

  function serve(): void {
    for (const share of turns) {
      if (inUse >= connections) return;
      const [first] = share.waiters;
      turns.delete(share);
      first?.begin();
      // Moves the share behind all others.
      if (share.waiters.size > 0 && share.inUse < perCaller) turns.add(share);
    }
  }

  function leave(caller: Caller, share: Share, waiter: Waiter): void {
    share.waiters.delete(waiter);
    if (share.waiters.size > 0) return;
    share.unwatch?.();
    share.unwatch = null;
    crowd.delete(share);
    turns.delete(share);
    if (share.inUse === 0) shares.delete(caller);
  }

  function join({ gone }: Caller, share: Share, waiter: Waiter): void {
    share.waiters.add(waiter);
    crowd.add(share);
    if (share.inUse < perCaller) turns.add(share);
    if (gone) share.unwatch ??= watch(gone, share);
  }

  function wait(caller: Caller, share: Share): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        leave(caller, share, waiter);
      };
      const waiter: Waiter = {
        begin() {
          const giveBack = grant(caller, share);
          end();
          resolve(giveBack);
        },
        fail(error) {
          end();
          reject(error);
        },
      };
      const timer = setTimeout(() => waiter.fail(refuse(TOO_LONG)), patienceMs).unref();
      join(caller, share, waiter);
    });
  }

  return {
    async take(caller) {
      if (caller.gone?.aborted) throw new ClientGone();
      const share = shareOf(caller);
      if (inUse < connections && share.inUse < perCaller) return grant(caller, share);
      const ahead = share.waiters.size;
      if (ahead >= waiting || (ahead === 0 && crowd.size >= waiting)) {
        if (share.inUse === 0) shares.delete(caller);
        throw refuse(QUEUE_FULL);
      }
      return wait(caller, share);
    },
    count() {
      const all = [...crowd].reduce((sum, share) => sum + share.waiters.size, 0);
      return { inUse, waiting: all, callers: crowd.size, refused };
    },
  };
}

/**
 * Rejects the waiters of a client that disconnects. One listener serves all statements of a caller.
 */
function watch(gone: AbortSignal, share: Share): () => void {
  const giveUp = () => {
    for (const waiter of share.waiters) waiter.fail(new ClientGone());
  };
  gone.addEventListener('abort', giveUp, { once: true });
  return () => gone.removeEventListener('abort', giveUp);
}
