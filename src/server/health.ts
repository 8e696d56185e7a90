import type { OwnerFaults } from '../modules/storage/index.js';
import { inTime } from '../platform/clock.js';
import type { Log } from '../platform/log.js';
import { type PartReport, type PartState, readParts } from '../platform/parts.js';
import type { Platform } from '../platform/platform.js';
import { type Storage, UnfitStore } from '../platform/storage/storage.port.js';
import { LIMITS } from '../registry/limits.js';

/** The health of the object stores, checked by a timer and never by a request. */
interface StoreHealth {
  /** The last result of a store, by its name; down before the first check. */
  isUp(storeName: string): boolean;
  /** Why a store must not be used even if it responds, as a sentence; null for any other. */
  faultOf(storeName: string): string | null;
  /** Checks the stores once and then regularly. Resolves after the first check. */
  start(): Promise<void>;
  stop(): void;
}

const STORE_PATIENCE_MS = 3_000;

/**
 * Creates the checks of some stores. A check writes and reads a small object in each. It logs when
 * a single store goes down, with the reason, and when it is up again. With a mirror, the watch that
 * switches between the stores logs these instead.
 */
export function createStoreHealth(stores: readonly Storage[], log: Log): StoreHealth {
  const { note, isUp, faultOf } = createStoreStates(log, stores.length === 1);
  let timer: NodeJS.Timeout | undefined;
  const ping = async (store: Storage) => {
    const failure = await inTime(store.ping(), STORE_PATIENCE_MS).then(
      () => null,
      (error: unknown) => error ?? new Error('no reason'),
    );
    note(store.storeName, failure);
  };
  const pingAll = async () => {
    await Promise.all(stores.map(ping));
  };
  return {
    isUp,
    faultOf,
    async start() {
      timer = setInterval(() => void pingAll(), LIMITS.storeWatchSeconds * 1000).unref();
      await pingAll();
    },
    stop: () => clearInterval(timer),
  };
}

/** Creates the memory of the last results, and logs their changes. */
function createStoreStates(log: Log, isSingle: boolean) {
  const up = new Set<string>();
  const faults = new Map<string, string>();
  /** Stores that do not respond, and are not unfit. */
  const unavailable = new Set<string>();

  function noteSuccess(storeName: string): void {
    up.add(storeName);
    if (unavailable.delete(storeName)) log.info({ provider: storeName }, 'a store responds again');
    if (faults.delete(storeName)) log.info({ provider: storeName }, 'a store is fit for use again');
  }

  /** A fault lasts until a ping succeeds, because a store that does not respond proves nothing. */
  function noteFailure(storeName: string, failure: unknown): void {
    up.delete(storeName);
    const fields = { err: failure, provider: storeName };
    if (failure instanceof UnfitStore) {
      if (!faults.has(storeName)) log.error(fields, 'a store must not be used');
      faults.set(storeName, failure.message);
    } else if (isSingle && !faults.has(storeName) && !unavailable.has(storeName)) {
      log.warn(fields, 'a store does not respond');
      unavailable.add(storeName);
    }
  }

  return {
    /** Notes the failure of a ping; null after a success. */
    note(storeName: string, failure: unknown): void {
      if (failure === null) noteSuccess(storeName);
      else noteFailure(storeName, failure);
    },
    isUp: (storeName: string) => up.has(storeName),
    faultOf: (storeName: string) => faults.get(storeName) ?? null,
  };
}

/** The state of each part. */
export interface Health {
  readonly status: 'ready' | 'unavailable';
  /** Present if the service refuses changes. */
  readonly read_only?: true;
  /** A degraded part works with less quality, and does not count as unavailable. */
  readonly parts: Readonly<Record<string, PartState>>;
  /** Why parts are degraded or down, where the service knows it. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/**
 * Last results, by the name of the part that they show. A watch never makes the service unready.
 */
type Watches = Readonly<Record<string, { report(): PartReport }>>;

/** The public subset of the health. */
export function publicHealthOf({ status }: Health): Pick<Health, 'status'> {
  return { status };
}

/**
 * Checks whether every part responds: the database, stores, queue, search, scanner, and if
 * configured the read replica and the Redis of the rate limits. A part that does not respond within
 * three seconds is down, and one such part makes the service unavailable. The check writes nothing;
 * for stores it takes the timer's last result. `watches` add parts that are never down, such as the
 * clock and the proxy. A store in `owners` may not belong to this database, so it is degraded: jobs
 * remove nothing from it.
 */
export async function checkHealth(
  platform: Platform,
  stores: StoreHealth,
  watches: Watches,
  owners: OwnerFaults = {},
): Promise<Health> {
  const read = await readParts(platform, (store) => requireUp(stores, store.storeName));
  const misplaced = Object.entries(storesOf(owners));
  const own = { ...read };
  for (const [part] of misplaced) if (own[part] === 'up') own[part] = 'degraded';
  const reports = Object.entries(watches).map(([part, watch]) => [part, watch.report()] as const);
  const parts = {
    ...own,
    ...Object.fromEntries(reports.map(([part, { state }]) => [part, state])),
  };
  const reasons = [
    ...misplaced,
    ...unfit(platform, stores),
    ...reports.flatMap(([part, report]) =>
      report.state === 'degraded' ? [[part, report.reason] as const] : [],
    ),
  ];
  const states = Object.values(parts);
  const status = states.every((state) => state !== 'down') ? 'ready' : 'unavailable';
  return {
    status,
    ...(platform.config.readOnly ? { read_only: true } : {}),
    parts,
    ...(reasons.length > 0 ? { reasons: Object.fromEntries(reasons) } : {}),
  };
}

/** The same faults by the names of the parts. */
function storesOf({ primary, mirror }: OwnerFaults): Readonly<Record<string, string>> {
  return {
    ...(primary === undefined ? {} : { storage: primary }),
    ...(mirror === undefined ? {} : { mirror }),
  };
}

/** The stores that lost a guarantee, by the name of their part. */
function unfit({ storage, mirror }: Platform, stores: StoreHealth): [string, string][] {
  const parts = { storage, ...(mirror ? { mirror: mirror.storage } : {}) };
  return Object.entries(parts).flatMap(([part, { storeName }]) => {
    const fault = stores.faultOf(storeName);
    return fault === null ? [] : [[part, fault] as [string, string]];
  });
}

async function requireUp(stores: StoreHealth, storeName: string): Promise<void> {
  if (!stores.isUp(storeName))
    throw new Error(`a test object could not be written to ${storeName} and read back`);
}
