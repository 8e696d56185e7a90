import { inTime } from '../platform/clock.js';
import { type PartState, readParts } from '../platform/parts.js';
import type { Platform } from '../platform/platform.js';
import type { Storage } from '../platform/storage/storage.port.js';
import { LIMITS } from '../registry/limits.js';

/** The health of the object stores, checked by a timer and never by a request. */
interface StoreHealth {
  /** The last result of a store, by its provider name; down before the first check. */
  isUp(provider: string): boolean;
  /** Checks the stores once and then regularly. Resolves after the first check. */
  start(): Promise<void>;
  stop(): void;
}

const STORE_PATIENCE_MS = 3_000;

/** Creates the checks of some stores. A check writes and reads a small object in each. */
export function createStoreHealth(stores: readonly Storage[]): StoreHealth {
  const up = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const ping = async (store: Storage) => {
    const responds = await inTime(store.ping(), STORE_PATIENCE_MS).then(
      () => true,
      () => false,
    );
    if (responds) up.add(store.provider);
    else up.delete(store.provider);
  };
  const pingAll = async () => {
    await Promise.all(stores.map(ping));
  };
  return {
    isUp: (provider) => up.has(provider),
    async start() {
      timer = setInterval(() => void pingAll(), LIMITS.storeWatchSeconds * 1000).unref();
      await pingAll();
    },
    stop: () => clearInterval(timer),
  };
}

/** The state of each part. */
export interface Health {
  readonly status: 'ready' | 'unavailable';
  /** Present if the service refuses changes. */
  readonly read_only?: true;
  /** A degraded part works with less quality, and does not count as unavailable. */
  readonly parts: Readonly<Record<string, PartState>>;
}

/** The public subset of the health. */
export function publicHealthOf({ status }: Health): Pick<Health, 'status'> {
  return { status };
}

/**
 * Checks whether every part responds: database, stores, queue, search, scanner, and Redis if
 * configured. A part that does not respond within three seconds is down. It writes nothing: a timer
 * checks the stores.
 */
export async function checkHealth(platform: Platform, stores: StoreHealth): Promise<Health> {
  const parts = await readParts(platform, (store) => requireUp(stores, store.provider));
  const states = Object.values(parts);
  const status = states.every((state) => state !== 'down') ? 'ready' : 'unavailable';
  return { status, ...(platform.config.readOnly ? { read_only: true } : {}), parts };
}

async function requireUp(stores: StoreHealth, provider: string): Promise<void> {
  if (!stores.isUp(provider)) throw new Error(`${provider} did not take and give bytes`);
}
