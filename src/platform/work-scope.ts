import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '../registry/error-texts.js';

/**
 * The scope of a request or job, which determines its database connections. One object per request
 * or job.
 */
export interface WorkScope {
  /** The connection lane. Each lane has its own connections, so that none starves another. */
  readonly lane: 'requests' | 'jobs' | 'health';
  /** Aborted when the client disconnects; null for work that must run to its end. */
  gone: AbortSignal | null;
  /** The id of the request, and the language of its client; absent for jobs. */
  readonly request?: { readonly id: string; readonly locale: Locale };
}

/**
 * The client disconnected and no longer needs the result. Waits for a connection or a thread throw
 * it.
 */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
  constructor() {
    super('the client has gone');
  }
}

/**
 * The state of running code: its scope, the transaction whose connection it holds, and the longest
 * run of its statements if that is not the one of the pool.
 */
interface Running {
  readonly scope: WorkScope;
  readonly transaction: { isOpen: boolean } | null;
  readonly statementMs: number | null;
}

const running = new AsyncLocalStorage<Running>();

/**
 * Runs work, and everything that it awaits, in a scope. A transaction and a statement limit of the
 * caller do not apply in it.
 */
export function inScope<T>(scope: WorkScope, work: () => T): T {
  return running.run({ scope, transaction: null, statementMs: null }, work);
}

/**
 * The scope of the running code. Outside any scope it returns a new one in the lane `requests` that
 * no disconnect aborts. Then each statement counts as a separate request.
 */
export function scopeNow(): Readonly<WorkScope> {
  return running.getStore()?.scope ?? { lane: 'requests', gone: null };
}

/**
 * Runs work that one caller starts and others wait for too: in a scope like its own, but no
 * disconnect aborts it. A transaction and a statement limit of the caller do not apply in it.
 */
export function inSharedScope<T>(work: () => T): T {
  return inScope({ ...scopeNow(), gone: null }, work);
}

/** Lets the rest of this work run to its end after a disconnect, because it may write. */
export function ignoreDisconnect(): void {
  const scope = running.getStore()?.scope;
  if (scope) scope.gone = null;
}

/**
 * Runs the callback of a transaction that its caller has opened, so that `isInTransaction` returns
 * true in it. It opens no transaction itself.
 */
export async function runAsTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    const statementMs = statementLimitNow();
    return await running.run({ scope: scopeNow(), transaction, statementMs }, work);
  } finally {
    transaction.isOpen = false;
  }
}

/** Returns whether the running code is the callback of an open transaction. */
export function isInTransaction(): boolean {
  return running.getStore()?.transaction?.isOpen ?? false;
}

/** Runs work whose statements the driver waits for up to `statementMs`, in the current scope. */
export function withStatementLimit<T>(statementMs: number, work: () => T): T {
  const transaction = running.getStore()?.transaction ?? null;
  return running.run({ scope: scopeNow(), transaction, statementMs }, work);
}

/** The longest run of a statement of the running code; null for that of its pool. */
export function statementLimitNow(): number | null {
  return running.getStore()?.statementMs ?? null;
}
