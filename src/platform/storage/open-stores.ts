import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { LIMITS } from '../../registry/limits.js';
import { type Close, closeAfterFailure, closeAll } from '../close-all.js';
import type { Keys } from '../keys.js';
import type { Log } from '../log.js';
import type { HostedStorage } from './hosted-storage.js';
import { createStoreWatch, type OpenStorageOptions, openStorage } from './open-storage.js';
import {
  type Mirror,
  PROBE_PREFIX,
  type Storage,
  StoreUnavailable,
  UnfitStore,
} from './storage.port.js';

/** A mirror with the duties of the process that opened it. */
export interface HostedMirror extends Mirror {
  readonly storage: HostedStorage;
  /** Starts the checks of both stores. Until then they count as available. */
  start(): void;
  /** Ends the regular checks. A check that runs ends by itself. */
  stop(): void;
}

/** Creates the mirror of a store. */
function createMirror(first: Storage, second: HostedStorage, log: Log): HostedMirror {
  const primary = createStoreWatch(first, log);
  const mirror = createStoreWatch(second, log);
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    await Promise.all([primary.check(), mirror.check()]);
  };
  return {
    storage: second,
    isUp: mirror.isUp,
    replacesFirst: () => !primary.isUp() && mirror.isUp(),
    check,
    start() {
      void check();
      timer ??= setInterval(() => void check(), LIMITS.storeWatchSeconds * 1000).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** The object stores of a process. */
export interface Stores {
  readonly storage: HostedStorage;
  /** Null if only one store exists. */
  readonly mirror: HostedMirror | null;
  /**
   * Sweeps both stores at once, so that neither waits for the other, and returns the number of
   * removed leftovers. Logs a failure of the mirror. Rejects after both if the first store fails.
   */
  sweep(olderThan: Date): Promise<number>;
  /**
   * Ends the checks of the mirror, and closes both stores. Throws the first failure, after it has
   * tried both.
   */
  close(): Promise<void>;
}

/** The options to open the stores. */
interface OpenStoresOptions extends Omit<OpenStorageOptions, 'mayBeAway'> {
  readonly keys: Keys;
}

/**
 * Opens the object stores that the configuration selects. With a mirror, either may be unavailable
 * at start. With `isProbed`, throws `UnfitStore` if a store is unusable, or if both are one bucket.
 */
export async function openStores(
  { s3, mirror: second, dataDir }: Pick<Config, 's3' | 'mirror' | 'dataDir'>,
  { keys, ...rest }: OpenStoresOptions,
): Promise<Stores> {
  const options = { ...rest, mayBeAway: second !== undefined };
  const first = { storeName: 'primary', mountPath: '/storage', signingKeys: keys.of('storage') };
  const storage = await openStorage({ ...first, s3, directory: join(dataDir, 'storage') }, options);
  if (second === undefined) return storesOf(storage, null, options);
  let copies: HostedStorage | undefined;
  try {
    const other = { storeName: 'mirror', mountPath: '/mirror', signingKeys: keys.of('mirror') };
    const directory = join(dataDir, 'mirror');
    copies = await openStorage({ ...other, s3: second.s3, directory }, options);
    if (options.isProbed && s3 && second.s3) await refuseOneForBoth(storage, copies);
  } catch (error) {
    await closeAfterFailure(closersOf(copies, storage), options.log);
    throw error;
  }
  return storesOf(storage, createMirror(storage, copies, options.log), options);
}

function storesOf(
  storage: HostedStorage,
  mirror: HostedMirror | null,
  { log }: Pick<OpenStorageOptions, 'log'>,
): Stores {
  return {
    storage,
    mirror,
    async sweep(olderThan) {
      const copies = mirror?.storage.sweep(olderThan).catch((error: unknown) => {
        log.warn({ err: error }, 'the clean-up of the mirror failed');
        return 0;
      });
      const [first, second] = await Promise.allSettled([storage.sweep(olderThan), copies ?? 0]);
      if (first.status === 'rejected') throw first.reason;
      return first.value + (second.status === 'fulfilled' ? second.value : 0);
    },
    close() {
      mirror?.stop();
      return closeAll(closersOf(mirror?.storage, storage), log);
    },
  };
}

function closersOf(...stores: readonly (HostedStorage | undefined)[]): Close[] {
  return stores.flatMap((store) => (store ? () => store.close() : []));
}

/**
 * Two addresses may point to one bucket. So this writes an object to the first store, which must
 * not appear in the second. Throws `UnfitStore`. Skips the test if a store is unavailable.
 */
async function refuseOneForBoth(storage: HostedStorage, mirror: HostedStorage): Promise<void> {
  const key = PROBE_PREFIX + randomUUID();
  try {
    await storage.put(key, oneByte(), 'application/octet-stream');
    if ((await mirror.head(key)) === null) return;
  } catch (error) {
    if (error instanceof StoreUnavailable) return;
    throw error;
  } finally {
    const signal = AbortSignal.timeout(LIMITS.removalSeconds * 1000);
    await storage.remove(key, signal).catch(() => undefined);
  }
  throw new UnfitStore('the mirror is the bucket of the first store; it needs one of its own');
}

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(1);
}
