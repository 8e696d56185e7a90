import { useCallback, useState } from 'react';

/** A write with its state, for a button and the error below it. */
export interface Writing {
  readonly isBusy: boolean;
  /** The error of the last write; null without one. */
  readonly error: unknown;
  /** Runs a write. Returns whether it succeeded, and throws nothing. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  /** Forgets the error. */
  clear(): void;
}

/**
 * Runs writes for a button. The caller disables the button while `isBusy`. Keeps the error until
 * the next run or `clear`.
 */
export function useWrite(): Writing {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = useCallback(async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { isBusy, error, run, clear: useCallback(() => setError(null), []) };
}
