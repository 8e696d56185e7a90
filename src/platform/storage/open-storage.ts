import type { Config } from '../../config.js';
import type { Clock } from '../clock.js';
import type { PurposeKeys } from '../keys.js';
import type { Log } from '../log.js';
import type { WriteProblem } from './disk/handler.js';
import { createDiskStorage } from './disk-storage.js';
import type { HostedStorage } from './hosted-storage.js';
import type { S3Storage } from './s3-storage.js';
import { StoreUnavailable } from './storage.port.js';

/** Which store is opened, and what it is called. */
export interface StoreChoice {
  /** The name by which clients know it. Spec 2.5 `representation`. */
  readonly provider: string;
  /** A bucket; unset selects a disk. */
  readonly s3: Config['s3'];
  /** Of a disk: see `DiskStorageOptions`. */
  readonly directory: string;
  readonly mountPath: string;
  readonly signingKeys: PurposeKeys;
}

/** What opening a store needs besides. */
export interface OpenStorageOptions {
  readonly publicUrl: string;
  /** Whether a bucket is tried before it is used; commands trust the service to have done so. */
  readonly isProbed: boolean;
  /** Whether a bucket that cannot be reached is tried once it can, as another store is there. */
  readonly mayBeAway: boolean;
  readonly onProblem: WriteProblem;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Opens the chosen store. Throws `UnfitStore` where a bucket cannot keep what the port promises, or
 * cannot be reached to see although it has to be.
 */
export async function openStorage(
  { provider, s3, directory, mountPath, signingKeys }: StoreChoice,
  { publicUrl, isProbed, mayBeAway, onProblem, clock, log }: OpenStorageOptions,
): Promise<HostedStorage> {
  if (s3 === undefined) {
    const own = { directory, provider, mountPath, baseUrl: () => publicUrl };
    return createDiskStorage({ ...own, signingKeys, clock, onProblem });
  }
  // The SDK takes 25 MB of memory, which only those spend who use it.
  const { createS3Storage } = await import('./s3-storage.js');
  const storage = createS3Storage({ settings: s3, provider, clock });
  if (!isProbed) return storage;
  const tryOut = async () => {
    for (const finding of await storage.probe()) log.warn({ bucket: s3.bucket }, finding);
  };
  try {
    await tryOut();
    return storage;
  } catch (error) {
    const isAway = error instanceof Error && error.cause instanceof StoreUnavailable;
    if (isAway && mayBeAway) {
      log.error({ err: error, provider }, 'a store is away; it is tried when it answers');
      return triedLater(storage, tryOut);
    }
    await storage.close();
    throw error;
  }
}

/** A store that does not count as answering before it was tried. */
function triedLater(storage: S3Storage, tryOut: () => Promise<void>): HostedStorage {
  let isTried = false;
  return {
    ...storage,
    async ping() {
      if (!isTried) await tryOut();
      isTried = true;
      await storage.ping();
    },
  };
}
