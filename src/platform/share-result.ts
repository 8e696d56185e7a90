/**
 * Shares one computation: callers that come while it runs get its result, and so do those that come
 * within `seconds` after it ended. A failure is shared only while the computation runs.
 */
export function shareResult<T>(seconds: number, compute: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let kept: { readonly value: T; readonly until: number } | null = null;
  const run = async (): Promise<T> => {
    try {
      const value = await compute();
      kept = { value, until: performance.now() + seconds * 1000 };
      return value;
    } finally {
      running = null;
    }
  };
  return () => {
    if (kept && performance.now() < kept.until) return Promise.resolve(kept.value);
    running ??= run();
    return running;
  };
}
