const UNASKED = new WeakSet<object>();

/** Marks a result that the database alone gave, because there was nothing to ask the engine. */
export function withoutAsking<T extends object>(result: T): T {
  UNASKED.add(result);
  return result;
}

/** Whether a result came from the engine, so that it proves that the engine works. */
export function wasAsked(result: object): boolean {
  return !UNASKED.has(result);
}
