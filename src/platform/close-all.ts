import type { Log } from './log.js';

/** Closes one part of the process. */
export type Close = () => Promise<unknown>;

/**
 * Closes parts one after the other, each even if another one fails. Throws the first failure and
 * logs the others.
 */
export async function closeAll(closers: readonly Close[], log: Log): Promise<void> {
  const failures = await failuresOf(closers);
  if (failures.length === 0) return;
  const [first, ...others] = failures;
  logFailures(others, log);
  throw first;
}

/**
 * Closes parts like closeAll after a failed start. It only logs the failures, because the caller
 * throws the error of the start.
 */
export async function closeAfterFailure(closers: readonly Close[], log: Log): Promise<void> {
  logFailures(await failuresOf(closers), log);
}

async function failuresOf(closers: readonly Close[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const close of closers) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

function logFailures(failures: readonly unknown[], log: Log): void {
  for (const error of failures) log.error({ err: error }, 'a part was not closed');
}
