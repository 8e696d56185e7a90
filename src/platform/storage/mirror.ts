import { LIMITS } from '../../registry/limits.js';
import type { Log } from '../log.js';
import type { HostedStorage } from './hosted-storage.js';
import type { Storage } from './storage.port.js';
import { createStoreWatch } from './store-watch.js';

/** The second store of published files, and whether it replaces the first one at the moment. */
export interface Mirror {
  readonly storage: Storage;
  /** Returns whether the store responded recently. Sends no request. */
  isUp(): boolean;
  /** Returns whether only this store responded recently, not the first one. Sends no request. */
  standsIn(): boolean;
  /** Checks both stores now. Otherwise a check runs every few seconds. */
  check(): Promise<void>;
}

/** A mirror with the duties of the process that opened it. */
export interface HostedMirror extends Mirror {
  readonly storage: HostedStorage;
  /** Starts the checks of both stores. Until then they count as available. */
  start(): void;
  stop(): void;
}

/** Creates the mirror of a store. */
export function createMirror(first: Storage, second: HostedStorage, log: Log): HostedMirror {
  const [primary, mirror] = [createStoreWatch(first, log), createStoreWatch(second, log)];
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    await Promise.all([primary.check(), mirror.check()]);
  };
  return {
    storage: second,
    isUp: mirror.isUp,
    standsIn: () => !primary.isUp() && mirror.isUp(),
    check,
    start() {
      void check();
      timer ??= setInterval(() => void check(), LIMITS.storeWatchSeconds * 1000).unref();
    },
    stop: () => clearInterval(timer),
  };
}
