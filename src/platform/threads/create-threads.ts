import { Piscina } from 'piscina';
import { createThreadQueue } from './thread-queue.js';
import {
  type RunOptions,
  ThreadFailure,
  type ThreadProgram,
  type Threads,
} from './threads.port.js';

/** The bounds of a pool. */
export interface ThreadsOptions {
  /** Threads that run at one time. */
  readonly threads: number;
  /** Runs that wait for a thread. */
  readonly queued: number;
  /** The JavaScript heap of one thread. */
  readonly heapMib: number;
}

/** An idle thread ends after this. */
const IDLE_MS = 30_000;

/**
 * A pool of threads, none of which starts before it is needed or keeps the process alive while idle.
 * The queue is our own: Piscina does not count runs that have a signal against its `maxQueue`.
 */
export function createThreads({ threads, queued, heapMib }: ThreadsOptions): Threads {
  const queue = createThreadQueue(threads, queued);
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
      { deadlineMs, signal, transfer }: RunOptions,
    ): Promise<Output> {
      const deadline = new AbortController();
      const endsOn = AbortSignal.any([stop.signal, ...(signal ? [signal] : []), deadline.signal]);
      const timer = setTimeout(
        () => deadline.abort(new ThreadFailure('over_deadline')),
        deadlineMs,
      );
      try {
        const free = await queue.take(endsOn, deadlineMs / 2);
        try {
          return await open().run(input, {
            filename: file,
            signal: endsOn,
            ...(transfer ? { transferList: [...transfer] } : {}),
          });
        } finally {
          free();
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
