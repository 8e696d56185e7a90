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
export interface ThreadRequest {
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
   * Waits for a thread, and resolves to a function that releases it. In a full queue, the actor
   * with the most waiting runs loses the last one to an actor with at least two fewer. Throws a
   * `ThreadFailure` or the reason of the signal:
   * - `busy`: the queue is full, or the wait exceeds the patience
   * - `over_share`: this actor has too many waiting runs, or lost this one to another actor
   */
  take(request: ThreadRequest): Promise<() => void>;
}

interface Waiting {
  readonly start: () => void;
  readonly fail: (reason: unknown) => void;
}

/** The state of a queue. */
interface State extends ThreadQueueOptions {
  /** The actors that have a thread. */
  readonly running: Set<string>;
  /** The waiting runs by actor; the actor that was served last is last. */
  readonly lines: Map<string, Set<Waiting>>;
}

/** Creates a queue with these bounds. */
export function createThreadQueue(options: ThreadQueueOptions): ThreadQueue {
  const state: State = { ...options, running: new Set(), lines: new Map() };
  return { take: (place) => take(state, place) };
}

async function take(state: State, place: ThreadRequest): Promise<() => void> {
  const { running, lines, threads, queuedOfOne } = state;
  place.signal.throwIfAborted();
  const isSecond = running.has(place.actor);
  if (!isSecond && running.size < threads) return begin(state, place.actor);
  const own = lines.get(place.actor)?.size ?? 0;
  if (own >= queuedOfOne) throw new ThreadFailure('over_share');
  makeRoom(state, own);
  return wait(state, place);
}

/** Returns a release function that works once, even if the caller calls it again. */
function begin(state: State, actor: string): () => void {
  let isFree = false;
  state.running.add(actor);
  return () => {
    if (isFree) return;
    isFree = true;
    state.running.delete(actor);
    moveToTheEnd(state, actor);
    serve(state);
  };
}

/** Moves the line of an actor behind all others. */
function moveToTheEnd({ lines }: State, actor: string): void {
  const line = lines.get(actor);
  if (!line) return;
  lines.delete(actor);
  lines.set(actor, line);
}

/** Starts the first run of the first actor without a thread. */
function serve({ lines, running }: State): void {
  for (const [actor, line] of lines) {
    const [first] = line;
    if (!first || running.has(actor)) continue;
    first.start();
    return;
  }
}

/**
 * Makes room in a full queue: the actor with the most waiting runs loses the last of them. Throws
 * `busy` unless that actor has at least two more than `newcomer`, the number of the new actor's.
 */
function makeRoom({ lines, queued }: State, newcomer: number): void {
  const waitingRuns = [...lines.values()].reduce((sum, { size }) => sum + size, 0);
  if (waitingRuns < queued) return;
  const [longest] = [...lines.values()].sort((a, b) => b.size - a.size);
  const last = longest && [...longest].at(-1);
  if (!last || longest.size <= newcomer + 1) throw new ThreadFailure('busy');
  last.fail(new ThreadFailure('over_share'));
}

function wait(state: State, { actor, signal, patienceMs }: ThreadRequest): Promise<() => void> {
  const { lines } = state;
  return new Promise((resolve, reject) => {
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
      resolve(begin(state, actor));
    };
    const waiting = { start, fail };
    const abort = (): void => fail(signal.reason);
    const timer = setTimeout(() => fail(new ThreadFailure('busy')), patienceMs);
    signal.addEventListener('abort', abort, { once: true });
    lines.set(actor, (lines.get(actor) ?? new Set()).add(waiting));
  });
}
