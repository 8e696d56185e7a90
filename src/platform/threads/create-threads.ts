import { Piscina } from 'piscina';
import { createThreadQueue, type ThreadQueueOptions } from './thread-queue.js';
import {
  type RunOptions,
  ThreadFailure,
  type ThreadProgram,
  type Threads,
} from './threads.port.js';

/** The bounds of a pool. */
export interface ThreadsOptions extends ThreadQueueOptions {
  /** The JavaScript heap of one thread. */
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
  const { threads, heapMib, nowMs = () => performance.now() } = options;
  const queue = createThreadQueue(options);
  const stop = new AbortController();
  let pool: Piscina | null = null;

  const open = (): Piscina => {
    pool ??= new Piscina({
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      // Programs get neither the secrets of the environment nor the options of the process.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
    }).on('error', () => {
      // A thread that dies while idle fails no run.
    });
    return pool;
  };

  return {
    async run<Input, Output>(
      { file }: ThreadProgram<Input, Output>,
      input: Input,
      { actor, deadlineMs, signal, spent, transfer }: RunOptions,
    ): Promise<Output> {
      const deadline = new AbortController();
      const endsOn = AbortSignal.any([stop.signal, ...(signal ? [signal] : []), deadline.signal]);
      const askedAt = nowMs();
      let isLate = false;
      const timer = setTimeout(
        () => deadline.abort(new ThreadFailure(isLate ? 'busy' : 'over_deadline')),
        deadlineMs,
      );
      try {
        const patienceMs = deadlineMs * PATIENCE;
        const free = await queue.take({ actor, signal: endsOn, patienceMs });
        const begunAt = nowMs();
        isLate = begunAt - askedAt > deadlineMs * SHORT_WAIT;
        try {
          return await open().run(input, {
            filename: file,
            signal: endsOn,
            ...(transfer ? { transferList: [...transfer] } : {}),
          });
        } finally {
          free();
          spent?.(nowMs() - begunAt);
        }
      } catch (error) {
        throw endsOn.aborted ? endsOn.reason : failureOf(error);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      stop.abort(new ThreadFailure('stopped'));
      await pool?.destroy();
      pool = null;
    },
  };
}

function failureOf(error: unknown): ThreadFailure {
  if (error instanceof ThreadFailure) return error;
  const { code } = error as { code?: unknown };
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ThreadFailure(isMemory ? 'out_of_memory' : 'crashed', { cause: error });
}
