import type { Piscina } from 'piscina';
import { withFirstSignal } from '../abort-signals.js';
import { createThreadQueue, type ThreadQueue, type ThreadQueueOptions } from './thread-queue.js';
import { type RunOptions, ThreadFailure, type Threads } from './threads.port.js';

/** The bounds of a pool. */
export interface ThreadsOptions extends ThreadQueueOptions {
  /** The JavaScript heap of one thread, in MiB. */
  readonly heapMib: number;
  /** A monotonic clock in milliseconds; tests replace it. */
  readonly nowMs?: () => number;
}

/** An idle thread ends after this. */
const IDLE_MS = 30_000;

/**
 * Fractions of a deadline. PATIENCE is the longest wait of a run. After a wait longer than
 * SHORT_WAIT, a run had too little time left, so its timeout is not its own fault.
 */
const PATIENCE = 1 / 2;
const SHORT_WAIT = 1 / 4;

/**
 * A pool of threads. Threads start on demand and never keep an idle process alive. It has its own
 * queue, because Piscina does not count runs with a signal towards its `maxQueue`.
 */
export function createThreads(options: ThreadsOptions): Threads {
  const state: State = {
    options,
    nowMs: options.nowMs ?? (() => performance.now()),
    queue: createThreadQueue(options),
    stop: new AbortController(),
    pool: null,
  };
  return {
    run: ({ file }, input, run) => runProgram(state, file, input, run),
    async close() {
      state.stop.abort(new ThreadFailure('stopped'));
      await state.pool?.destroy();
      state.pool = null;
    },
  };
}

/** The state of a pool. */
interface State {
  readonly options: ThreadsOptions;
  readonly nowMs: () => number;
  readonly queue: ThreadQueue;
  readonly stop: AbortController;
  /** Null until the first run. */
  pool: Piscina | null;
}

async function poolOf(state: State): Promise<Piscina> {
  // Imported here, because starts and commands run nothing in a thread.
  const { Piscina } = await import('piscina');
  state.stop.signal.throwIfAborted();
  state.pool ??= new Piscina({
    minThreads: 0,
    maxThreads: state.options.threads,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    // Programs get neither the secrets of the environment nor the options of the process. Piscina
    // first tries to `require` a program. Node 20 aborts the whole process if a thread is
    // terminated while it requires an ES module, so threads can only import them.
    env: {},
    execArgv: ['--no-experimental-require-module'],
    resourceLimits: { maxOldGenerationSizeMb: state.options.heapMib },
  }).on('error', () => {
    // A thread that dies while idle fails no run.
  });
  return state.pool;
}

/** Runs a program in a thread when one is free, within the deadline. */
async function runProgram<Output>(
  state: State,
  filename: string,
  input: unknown,
  run: RunOptions,
): Promise<Output> {
  const deadline = new AbortController();
  const requestedAtMs = state.nowMs();
  let isLate = false;
  const onTime = () => deadline.abort(new ThreadFailure(isLate ? 'busy' : 'over_deadline'));
  const timer = setTimeout(onTime, run.deadlineMs);
  const signals = [state.stop.signal, ...(run.signal ? [run.signal] : []), deadline.signal];
  try {
    return await withFirstSignal(signals, async (endsOn) => {
      const begin = (at: number) => {
        isLate = at - requestedAtMs > run.deadlineMs * SHORT_WAIT;
      };
      try {
        return await runWhenFree<Output>(state, { ...run, filename, input, signal: endsOn }, begin);
      } catch (error) {
        throw endsOn.aborted ? endsOn.reason : failureOf(error);
      }
    });
  } finally {
    clearTimeout(timer);
  }
}

/** A run with the signal that ends it. */
interface ReadyRun extends RunOptions {
  readonly filename: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** Waits for a free thread, calls `begin` with the time, and runs the program. */
async function runWhenFree<Output>(
  state: State,
  { filename, input, actor, deadlineMs, signal, spent, transfer }: ReadyRun,
  begin: (atMs: number) => void,
): Promise<Output> {
  const free = await state.queue.take({ actor, signal, patienceMs: deadlineMs * PATIENCE });
  const begunAt = state.nowMs();
  begin(begunAt);
  const transferring = transfer ? { transferList: [...transfer] } : {};
  try {
    const pool = await poolOf(state);
    return await pool.run(input, { filename, signal, ...transferring });
  } finally {
    free();
    spent?.(state.nowMs() - begunAt);
  }
}

function failureOf(error: unknown): ThreadFailure {
  if (error instanceof ThreadFailure) return error;
  const { code } = error as { code?: unknown };
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ThreadFailure(isMemory ? 'out_of_memory' : 'crashed', { cause: error });
}
