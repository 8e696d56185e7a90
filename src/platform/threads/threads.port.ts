import type { Transferable } from 'node:worker_threads';

/**
 * A program for threads: a file whose default export takes the input and returns the output or a
 * promise of it. The structured clone algorithm copies both between threads.
 */
export interface ThreadProgram<Input, Output> {
  readonly file: string;
  /** Binds the types; no value has it. */
  readonly types?: (input: Input) => Output;
}

/** The limits of one run of a program. */
export interface RunOptions {
  /** The actor of the run. An actor has one thread at a time and a few waiting runs. */
  readonly actor: string;
  /** For the whole run: the wait for a thread, its start and the program. */
  readonly deadlineMs: number;
  /** Ends the run. The returned promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /**
   * Called with the time that the run occupied a thread, after its release. Not called for a run
   * without a thread.
   */
  readonly spent?: (threadMs: number) => void;
  /** Buffers of the input that move to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
}

/** A bounded pool of threads for work that would block the event loop. */
export interface Threads {
  /**
   * Runs a program in a thread and returns its output. The program cannot outlive the run: a
   * deadline or a signal terminates its thread. Throws `ThreadFailure`, or the reason of the
   * signal.
   */
  run<Input, Output>(
    program: ThreadProgram<Input, Output>,
    input: Input,
    options: RunOptions,
  ): Promise<Output>;
  /** Terminates all threads. Current and later runs throw `stopped`. */
  close(): Promise<void>;
}

/**
 * Why a run returned nothing:
 * - `busy`: the queue is full, no thread became free within half of the deadline, or the wait left
 *   too little time for the program
 * - `over_share`: the actor has the maximum number of waiting runs, or lost its place to another
 * - `over_deadline`: the program took too long; it had at least three quarters of the deadline
 * - `out_of_memory`: the program needed more than the heap of its thread
 * - `crashed`: the program threw, or its thread ended or did not start
 * - `stopped`: the pool was closed
 */
export type ThreadFailureCode =
  | 'busy'
  | 'over_share'
  | 'over_deadline'
  | 'out_of_memory'
  | 'crashed'
  | 'stopped';

/** A run that returned nothing. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';

  constructor(
    readonly code: ThreadFailureCode,
    options?: ErrorOptions,
  ) {
    super(`a thread returned nothing: ${code}`, options);
  }
}

/**
 * Creates the program of a thread from the address of its built file, relative to the address of
 * the module that runs it.
 */
export function threadProgram<Input, Output>(address: URL): ThreadProgram<Input, Output> {
  return { file: address.href };
}
