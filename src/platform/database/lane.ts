import { ClientGone, type WorkScope } from '../work-scope.js';

/** Connections for one kind of work, with a queue that is fair to each caller. */
export interface Lane {
  /**
   * Waits for a connection and returns a function that releases it. A caller is one request or job,
   * identified by its object. Callers take turns, and each may use a limited number of connections.
   * Throws ClientGone if the caller's client disconnected, an error that `isDatabaseBusy`
   * recognizes if the queue is full, and one that `isDatabaseDown` recognizes if the wait times
   * out.
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
  /** Rejections since the start, because the queue was full or a wait timed out. */
  readonly refused: number;
  /** The connections of the lane. */
  readonly limit: number;
  /** Statements and transactions that had to wait for a connection, since the start. */
  readonly waits: number;
  /** The sum of these waits, including those that ended without a connection. */
  readonly waitedSeconds: number;
}

/** The size of a lane. `patienceMs` is the longest wait for a connection. */
export interface LaneOptions {
  readonly connections: number;
  /** Connections that one caller may use at a time. */
  readonly perCaller: number;
  /** The maximum number of waiting callers, and of waiting statements per caller. */
  readonly waiting: number;
  readonly patienceMs: number;
}

/** The queue for connections is full. Without a `code`, Prisma passes the error on unchanged. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  constructor() {
    super('the queue for database connections is full');
  }
}

/** A caller waited too long for a connection. */
export class WaitedTooLong extends Error {
  override readonly name = 'WaitedTooLong';
  constructor() {
    super('timeout exceeded when trying to connect');
  }
}

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

/** The state of a lane. */
interface State extends LaneOptions {
  readonly shares: Map<Caller, Share>;
  /** Shares with waiters. */
  readonly crowd: Set<Share>;
  /** The waiting shares that may get another connection, the next one first. */
  readonly turns: Set<Share>;
  inUse: number;
  refused: number;
  waits: number;
  waitedSeconds: number;
}

/** Creates an idle lane. */
export function createLane(options: LaneOptions): Lane {
  const state: State = {
    ...options,
    shares: new Map(),
    crowd: new Set(),
    turns: new Set(),
    inUse: 0,
    refused: 0,
    waits: 0,
    waitedSeconds: 0,
  };
  return {
    take: (caller) => take(state, caller),
    count() {
      const waiting = [...state.crowd].reduce((sum, share) => sum + share.waiters.size, 0);
      const { inUse, refused, crowd, connections: limit, waits, waitedSeconds } = state;
      return { inUse, waiting, callers: crowd.size, refused, limit, waits, waitedSeconds };
    },
  };
}

async function take(state: State, caller: Caller): Promise<() => void> {
  const { shares, crowd, connections, perCaller, waiting } = state;
  if (caller.gone?.aborted) throw new ClientGone();
  const share = shareOf(shares, caller);
  if (state.inUse < connections && share.inUse < perCaller) return admit(state, caller, share);
  const ahead = share.waiters.size;
  if (ahead >= waiting || (ahead === 0 && crowd.size >= waiting)) {
    if (share.inUse === 0 && ahead === 0) shares.delete(caller);
    state.refused += 1;
    throw new QueueFull();
  }
  return wait(state, caller, share);
}

function shareOf(shares: Map<Caller, Share>, caller: Caller): Share {
  const share = shares.get(caller) ?? { inUse: 0, waiters: new Set(), unwatch: null };
  shares.set(caller, share);
  return share;
}

/** Gives a connection to a caller. Returns the function that releases it. */
function admit(state: State, caller: Caller, share: Share): () => void {
  state.inUse += 1;
  share.inUse += 1;
  return () => {
    state.inUse -= 1;
    share.inUse -= 1;
    if (share.waiters.size > 0) state.turns.add(share);
    else if (share.inUse === 0) state.shares.delete(caller);
    serve(state);
  };
}

/** Gives free connections to the next waiters. */
function serve(state: State): void {
  const { turns, connections, perCaller } = state;
  for (const share of turns) {
    if (state.inUse >= connections) return;
    const [first] = share.waiters;
    turns.delete(share);
    first?.begin();
    // Moves the share behind all others.
    if (share.waiters.size > 0 && share.inUse < perCaller) turns.add(share);
  }
}

function wait(state: State, caller: Caller, share: Share): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const end = () => {
      state.waits += 1;
      state.waitedSeconds += (performance.now() - began) / 1000;
      clearTimeout(timer);
      leave(state, caller, share, waiter);
    };
    const waiter: Waiter = {
      begin() {
        const release = admit(state, caller, share);
        end();
        resolve(release);
      },
      fail(error) {
        end();
        reject(error);
      },
    };
    const timer = setTimeout(() => {
      state.refused += 1;
      waiter.fail(new WaitedTooLong());
    }, state.patienceMs).unref();
    join(state, caller, share, waiter);
  });
}

function join(state: State, { gone }: Caller, share: Share, waiter: Waiter): void {
  share.waiters.add(waiter);
  state.crowd.add(share);
  if (share.inUse < state.perCaller) state.turns.add(share);
  if (gone) share.unwatch ??= watch(gone, share);
}

function leave(state: State, caller: Caller, share: Share, waiter: Waiter): void {
  share.waiters.delete(waiter);
  if (share.waiters.size > 0) return;
  share.unwatch?.();
  share.unwatch = null;
  state.crowd.delete(share);
  state.turns.delete(share);
  if (share.inUse === 0) state.shares.delete(caller);
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
