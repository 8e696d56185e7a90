const WITHOUT_ENGINE = new WeakSet<object>();

/** Marks a result that the database gave alone, because the engine had nothing to search. */
export function withoutEngine<T extends object>(result: T): T {
  WITHOUT_ENGINE.add(result);
  return result;
}

/** Whether a result came from the engine, so that it proves that the engine works. */
export function isFromEngine(result: object): boolean {
  return !WITHOUT_ENGINE.has(result);
}
