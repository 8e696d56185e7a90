import { LIMITS } from '../../registry/limits.js';
import type { Log } from '../log.js';
import type { HostedStorage } from './hosted-storage.js';
import type { Storage } from './storage.port.js';
import { createStoreWatch } from './store-watch.js';

/** The second store of published files, and when it has to do the work of the first one. */
export interface Mirror {
  readonly storage: Storage;
  /** Whether it answered lately; costs nothing. */
  isUp(): boolean;
  /** Whether the first store does not answer lately, and this one does; costs nothing. */
  standsIn(): boolean;
  /** Asks both stores now, which otherwise happens every few seconds. */
  check(): Promise<void>;
}

/** A mirror as the process that opened it has to tend it. */
export interface HostedMirror extends Mirror {
  readonly storage: HostedStorage;
  /** Begins to watch both stores; until then they count as answering. */
  start(): void;
  stop(): void;
}

/** The mirror of a store. */
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
