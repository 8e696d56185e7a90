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
  /** Milliseconds that only go on; tests replace it. */
  readonly nowMs?: () => number;
}

/** An idle thread ends after this. */
const IDLE_MS = 30_000;

/** Parts of a deadline: how long a run waits at most, and after which wait it had too little time to be judged. */
const PATIENCE = 1 / 2;
const SHORT_WAIT = 1 / 4;

/**
 * A pool of threads, none of which starts before it is needed or keeps the process alive while idle.
 * The queue is our own: Piscina does not count runs that have a signal against its `maxQueue`.
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
