import type { Config } from '../../config/config.js';
import { LIMITS } from '../../registry/limits.js';
import { type Clock, inTime } from '../clock.js';
import type { PurposeKeys } from '../keys.js';
import type { Log } from '../log.js';
import type { SendProblem } from './disk/handler.js';
import type { Turns } from './disk/turns.js';
import { createDiskStorage } from './disk-storage.js';
import type { HostedStorage } from './hosted-storage.js';
import type { S3Storage } from './s3-storage.js';
import { type Storage, StoreUnavailable } from './storage.port.js';
import { tracedStorage } from './traced-storage.js';

/** The selection of a store, and its name. */
interface StoreChoice {
  /** The name that clients see (Spec 2.5, `representation`). */
  readonly storeName: string;
  /** A bucket; unset selects a disk. */
  readonly s3: Config['s3'];
  /** The options of a disk; see `DiskStorageOptions`. */
  readonly directory: string;
  readonly mountPath: string;
  readonly signingKeys: PurposeKeys;
}

/** The further options to open a store. */
export interface OpenStorageOptions {
  readonly publicUrl: string;
  /** True to test a bucket before its use. Commands rely on the test of the service. */
  readonly isProbed: boolean;
  /** True to postpone the test of an unreachable bucket, if another store exists. */
  readonly mayBeAway: boolean;
  readonly sendProblem: SendProblem;
  readonly clock: Clock;
  readonly log: Log;
  /** See `DiskStorageOptions`. */
  readonly turns?: Turns | undefined;
}

/**
 * Opens the selected store. With `isProbed`, throws `UnfitStore` if a bucket cannot keep the
 * guarantees of the port, or if a required bucket is unreachable. With `mayBeAway`, an unreachable
 * bucket signs no uploads until a `ping` has passed the test. Logs the warnings of the test.
 */
export async function openStorage(
  choice: StoreChoice,
  options: OpenStorageOptions,
): Promise<HostedStorage> {
  return tracedStorage(await openUntraced(choice, options));
}

async function openUntraced(
  { storeName, s3, directory, mountPath, signingKeys }: StoreChoice,
  { publicUrl, isProbed, mayBeAway, sendProblem, clock, log, turns }: OpenStorageOptions,
): Promise<HostedStorage> {
  if (s3 === undefined) {
    const own = { directory, storeName, mountPath, baseUrl: () => publicUrl };
    return createDiskStorage({
      ...own,
      signingKeys,
      clock,
      sendProblem,
      ...(turns ? { turns } : {}),
    });
  }
  // A dynamic import, because the SDK takes 25 MB of memory.
  const { createS3Storage } = await import('./s3-storage.js');
  const storage = createS3Storage({ settings: s3, storeName, clock });
  if (!isProbed) return storage;
  const probe = async () => {
    for (const finding of await storage.probe()) log.warn({ bucket: s3.bucket }, finding);
  };
  try {
    await probe();
    return storage;
  } catch (error) {
    const isUnavailable = error instanceof Error && error.cause instanceof StoreUnavailable;
    if (isUnavailable && mayBeAway) {
      log.error(
        { err: error, provider: storeName },
        'a store does not respond; it is used as soon as it does',
      );
      return probedLater(storage, probe);
    }
    await storage.close();
    throw error;
  }
}

/** A store that counts as unavailable, and signs no uploads, until its test succeeds in `ping`. */
function probedLater(storage: S3Storage, probe: () => Promise<void>): HostedStorage {
  let isProbed = false;
  const requireProbed = () => {
    if (!isProbed) throw new StoreUnavailable('the bucket has not passed its test');
  };
  return {
    ...storage,
    async ping() {
      if (!isProbed) await probe();
      isProbed = true;
      await storage.ping();
    },
    // Only the test shows that a client cannot replace checked bytes.
    async signPut(...upload) {
      requireProbed();
      return storage.signPut(...upload);
    },
    async signPart(...part) {
      requireProbed();
      return storage.signPart(...part);
    },
  };
}

/** Tracks whether a store is available. */
interface StoreWatch {
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
export function createStoreWatch(store: Pick<Storage, 'storeName' | 'ping'>, log: Log): StoreWatch {
  const { storeName } = store;
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
      if (isUp) log.info({ provider: storeName }, 'a store responds again');
      else log.error({ err: error, provider: storeName }, 'a store does not respond');
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
