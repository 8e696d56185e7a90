import { AsyncResource } from 'node:async_hooks';
import { MeiliFailure } from './failure.js';

/** Callers that may wait. More are refused, and their jobs try again. */
const MAX_WAITING = 500;

/**
 * Items per run, because one task of Meilisearch takes about as long for one document as for many.
 */
const MAX_ITEMS = 250;

interface Waiting<T> {
  readonly items: readonly T[];
  /** Runs items in the scope and the trace of this caller. */
  readonly run: (items: readonly T[]) => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the items of concurrent callers and runs them together, at most `MAX_ITEMS` per run, one
 * run at a time and in the order of the calls. Each caller gets the result of its run. A run has
 * the scope and the trace of its first caller. A call with more items is split: each further part
 * is queued when the part before it is done. The first failure ends the call, without the remaining
 * parts. Rejects with MeiliFailure if too many callers wait.
 */
export function createWriteQueue<T>(
  run: (items: readonly T[]) => Promise<void>,
): (items: readonly T[]) => Promise<void> {
  const waiting: Waiting<T>[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    for (let next = takeSome(waiting); next[0]; next = takeSome(waiting)) {
      try {
        await next[0].run(next.flatMap(({ items }) => items));
        for (const { resolve } of next) resolve();
      } catch (error) {
        for (const { reject } of next) reject(error);
      }
    }
    isRunning = false;
  }

  const add = (items: readonly T[]) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) {
        reject(new MeiliFailure('too many writes wait', false));
        return;
      }
      waiting.push({ items, run: AsyncResource.bind(run), resolve, reject });
      if (!isRunning) void drain();
    });

  return async (items) => {
    for (let at = 0; at < items.length; at += MAX_ITEMS) await add(items.slice(at, at + MAX_ITEMS));
  };
}

/** Takes the first caller, and further ones while their items fit into one run. */
function takeSome<T>(waiting: Waiting<T>[]): Waiting<T>[] {
  const taken: Waiting<T>[] = [];
  let items = 0;
  while (waiting[0] && (taken.length === 0 || items + waiting[0].items.length <= MAX_ITEMS)) {
    const first = waiting.shift();
    if (!first) break;
    items += first.items.length;
    taken.push(first);
  }
  return taken;
}
