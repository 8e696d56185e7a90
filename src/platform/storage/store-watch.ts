import { LIMITS } from '../../registry/limits.js';
import { inTime } from '../in-time.js';
import type { Log } from '../log.js';
import type { Storage } from './storage.port.js';

/** What a process knows of whether a store answers. */
export interface StoreWatch {
  /** By the last checks; true before the first one. Costs nothing. */
  isUp(): boolean;
  /** Asks the store. Never fails. */
  check(): Promise<void>;
}

/** Less than lies between two checks. */
const PATIENCE_MS = 3_000;

/**
 * Watches a store. Several answers of one kind in a row turn the verdict, so that one lost request
 * does not; at the start, when nothing is known, one is enough.
 */
export function createStoreWatch(store: Pick<Storage, 'provider' | 'ping'>, log: Log): StoreWatch {
  const { provider } = store;
  let isUp = true;
  let isKnown = false;
  /** Answers in a row that are against the verdict. */
  let against = 0;

  function note(answered: boolean, error?: unknown): void {
    against = answered === isUp ? 0 : against + 1;
    const needed = isUp ? LIMITS.storeDownAfter : LIMITS.storeUpAfter;
    if (against >= needed || (!isKnown && against > 0)) {
      isUp = answered;
      against = 0;
      if (isUp) log.info({ provider }, 'a store answers again');
      else log.error({ err: error, provider }, 'a store does not answer');
    }
    isKnown = true;
  }

  return {
    isUp: () => isUp,
    check: () =>
      inTime(store.ping(), PATIENCE_MS).then(
        () => note(true),
        (error: unknown) => note(false, error),
      ),
  };
}
