import { inTime } from '../platform/in-time.js';
import type { Storage } from '../platform/storage/storage.port.js';
import { LIMITS } from '../registry/limits.js';

/** The health of the object stores, checked by a timer and never by a request. */
export interface StoreHealth {
  /** The last result of a store, by its provider name; down before the first check. */
  isUp(provider: string): boolean;
  /** Checks the stores once and then regularly. Resolves after the first check. */
  start(): Promise<void>;
  stop(): void;
}

const PATIENCE_MS = 3_000;

/** Creates the checks of some stores. A check writes and reads a small object in each. */
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
