import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom work is done, which decides about its database connections. One object per request or job. */
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

/** Running code: its scope, and the transaction whose connection it holds. */
interface Running {
  readonly scope: WorkScope;
  readonly transaction: { isOpen: boolean } | null;
}

const running = new AsyncLocalStorage<Running>();

/** Runs work in a scope, with everything that it awaits. */
export function inScope<T>(scope: WorkScope, work: () => T): T {
  return running.run({ scope, transaction: null }, work);
}

/**
 * The scope of the running code. Without one the result is a new scope, which serves a request to
 * its end: each statement then counts as a request of its own.
 */
export function scopeNow(): Readonly<WorkScope> {
  return running.getStore()?.scope ?? { lane: 'requests', gone: null };
}

/** Lets the rest of this work go on to its end, whether or not its client stays: it may write. */
export function goOnToTheEnd(): void {
  const scope = running.getStore()?.scope;
  if (scope) scope.gone = null;
}

/** Runs the callback of a transaction, which holds a database connection until it ends. */
export async function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await running.run({ scope: scopeNow(), transaction }, work);
  } finally {
    transaction.isOpen = false;
  }
}

/** Whether the running code is the callback of an open transaction. */
export function holdsConnection(): boolean {
  return running.getStore()?.transaction?.isOpen ?? false;
}
