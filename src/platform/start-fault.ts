import { relative, sep } from 'node:path';

/** A variable of the environment made a start fail. The message is one line with its name. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/**
 * Runs a part of a start. If the system refuses a file or folder in `DATA_DIR`, throws `StartFault`
 * with the name of this variable. Rethrows any other error.
 */
export async function withDataDir<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusalIn(dataDir, error)) throw error;
    throw new StartFault(`DATA_DIR ${dataDir} cannot be used: ${error.message}`, { cause: error });
  }
}

function isRefusalIn(dataDir: string, error: unknown): error is Error {
  if (!(error instanceof Error) || !('syscall' in error) || !('path' in error)) return false;
  // A folder above it may be refused first.
  const steps = relative(dataDir, String(error.path)).split(sep);
  return steps[0] !== '..' || steps.every((step) => step === '..');
}

/** The message of a failed connection. Node has none for a name with several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
