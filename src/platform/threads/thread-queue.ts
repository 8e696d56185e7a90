import { ThreadFailure } from './threads.port.js';

/** The bounds of a queue. */
export interface ThreadQueueOptions {
  /** The maximum number of running runs. */
  readonly threads: number;
  /** The maximum number of waiting runs. */
  readonly queued: number;
  /** The maximum number of waiting runs of one actor. */
  readonly queuedOfOne: number;
}

/** A request for a thread. */
export interface Place {
  readonly actor: string;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/**
 * The running runs, and the bounded queue of waiting ones. An actor has one thread at a time. Free
 * threads go to the waiting actors in turn.
 */
export interface ThreadQueue {
  /**
   * Resolves to a function that releases the thread. Throws `busy` if the queue is full or the wait
   * exceeds the patience. Throws `over_share` if this actor has too many runs. Throws the reason of
   * the signal.
   */
  take(place: Place): Promise<() => void>;
}

interface Waiting {
  readonly start: () => void;
  readonly fail: (reason: unknown) => void;
}

/** Creates a queue with these bounds. */
export function createThreadQueue(options: ThreadQueueOptions): ThreadQueue {
  const { threads, queued, queuedOfOne } = options;
  /** The actors that have a thread. */
  const running = new Set<string>();
  /** The waiting runs by actor; the actor that was served last is last. */
  const lines = new Map<string, Set<Waiting>>();

  const waitingRuns = (): number => [...lines.values()].reduce((sum, { size }) => sum + size, 0);

  /** Starts the first run of the first actor without a thread. */
  const serve = (): void => {
    for (const [actor, line] of lines) {
      const [first] = line;
      if (!first || running.has(actor)) continue;
      first.start();
      return;
    }
  };
  /** Moves the line of an actor behind all others. */
  const toTheEnd = (actor: string): void => {
    const line = lines.get(actor);
    if (!line) return;
    lines.delete(actor);
    lines.set(actor, line);
  };
  /** Returns a release function that works once, even if the caller calls it again. */
  const begin = (actor: string): (() => void) => {
    let isFree = false;
    running.add(actor);
    return () => {
      if (isFree) return;
      isFree = true;
      running.delete(actor);
      toTheEnd(actor);
      serve();
    };
  };
  /**
   * Makes room in a full queue: the actor with the most waiting runs loses the last of them, unless
   * that actor is the new one.
   */
  const makeRoom = (newcomer: number): void => {
    if (waitingRuns() < queued) return;
    const [longest] = [...lines.values()].sort((a, b) => b.size - a.size);
    const last = longest && [...longest].at(-1);
    if (!last || longest.size <= newcomer + 1) throw new ThreadFailure('busy');
    last.fail(new ThreadFailure('over_share'));
  };
  const wait = ({ actor, signal, patienceMs }: Place) =>
    new Promise<() => void>((resolve, reject) => {
      const leave = (): void => {
        const line = lines.get(actor);
        line?.delete(waiting);
        if (line?.size === 0) lines.delete(actor);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      };
      const fail = (reason: unknown): void => {
        leave();
        reject(reason);
      };
      const start = (): void => {
        leave();
        resolve(begin(actor));
      };
      const waiting = { start, fail };
      const abort = (): void => fail(signal.reason);
      const timer = setTimeout(() => fail(new ThreadFailure('busy')), patienceMs);
      signal.addEventListener('abort', abort, { once: true });
      lines.set(actor, (lines.get(actor) ?? new Set()).add(waiting));
    });

  return {
    async take(place) {
      place.signal.throwIfAborted();
      const isSecond = running.has(place.actor);
      if (!isSecond && running.size < threads) return begin(place.actor);
      const own = lines.get(place.actor)?.size ?? 0;
      if (own >= queuedOfOne) throw new ThreadFailure('over_share');
      makeRoom(own);
      return wait(place);
    },
  };
}
