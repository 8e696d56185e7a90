import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom work is done, which decides about its database connections. */
export interface WorkScope {
  /** Which connections it uses: each lane has its own, so that none starves another. */
  readonly lane: 'requests' | 'jobs' | 'health';
  /** Aborted when the client has gone; null for work that goes on to its end. */
  gone: AbortSignal | null;
}

/** The client has gone, and what it asked for is not needed any more. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
  constructor() {
    super('the client has gone');
  }
}

const scopes = new AsyncLocalStorage<WorkScope>();

/** Runs work in a scope, with everything that it awaits. */
export function inScope<T>(scope: WorkScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** The scope of the running code; without one it serves requests to their end. */
export function scopeNow(): Readonly<WorkScope> {
  return scopes.getStore() ?? { lane: 'requests', gone: null };
}

/** Lets the rest of this work go on to its end, whether or not its client stays: it may write. */
export function goOnToTheEnd(): void {
  const scope = scopes.getStore();
  if (scope) scope.gone = null;
}
