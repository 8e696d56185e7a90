import { LIMITS } from '../../registry/limits.js';
import { inTime } from '../in-time.js';
import type { Log } from '../log.js';
import type { Storage } from './storage.port.js';

/** Tracks whether a store is available. */
export interface StoreWatch {
  /** The verdict of the last checks; true before the first one. Sends no request. */
  isUp(): boolean;
  /** Checks the store. Never fails. */
  check(): Promise<void>;
}

/** Shorter than the interval of checks. */
const PATIENCE_MS = 3_000;

/**
 * Watches a store. The verdict changes only after several equal results in a row, so that one lost
 * request does not change it. The first check alone decides the initial verdict.
 */
export function createStoreWatch(store: Pick<Storage, 'provider' | 'ping'>, log: Log): StoreWatch {
  const { provider } = store;
  let isUp = true;
  let isKnown = false;
  /** The number of consecutive results that contradict the verdict. */
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
