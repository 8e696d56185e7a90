import { inTime } from './platform/in-time.js';
import type { Storage } from './platform/storage/storage.port.js';
import { LIMITS } from './registry/limits.js';

/** Whether the object stores take and give bytes, asked on a timer and never by a request. */
export interface StoreHealth {
  /** The last result of a store, by its provider name; a store that was not asked yet is down. */
  isUp(provider: string): boolean;
  /** Asks the stores once and then regularly; resolves after the first time. */
  start(): Promise<void>;
  stop(): void;
}

const PATIENCE_MS = 3_000;

/** Checks of some stores, which write and read a small object in each. */
export function createStoreHealth(stores: readonly Storage[]): StoreHealth {
  const up = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const ask = async (store: Storage) => {
    const answers = await inTime(store.ping(), PATIENCE_MS).then(
      () => true,
      () => false,
    );
    if (answers) up.add(store.provider);
    else up.delete(store.provider);
  };
  const askAll = async () => {
    await Promise.all(stores.map(ask));
  };
  return {
    isUp: (provider) => up.has(provider),
    async start() {
      timer = setInterval(() => void askAll(), LIMITS.storeWatchSeconds * 1000).unref();
      await askAll();
    },
    stop: () => clearInterval(timer),
  };
}
