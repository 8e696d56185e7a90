import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { PurposeKeys } from '../keys.js';
import { FOLDER_MODE, hasCode, withFile } from './disk/files.js';
import { createHandler, type StorageHandler, type WriteProblem } from './disk/handler.js';
import { createListing } from './disk/listing.js';
import { createMultiparts } from './disk/multiparts.js';
import { createObjects } from './disk/objects.js';
import { openScratch, type Scratch } from './disk/scratch.js';
import { createSigner } from './disk/signer.js';
import { createTokens } from './disk/tokens.js';
import { createWriters } from './disk/writers.js';
import type { HostedStorage } from './hosted-storage.js';

/** What a disk store needs to know. */
export interface DiskStorageOptions {
  /** Everything lies below it, on one file system; several processes may open it at once. */
  readonly directory: string;
  readonly provider: string;
  /** Where the handler is mounted, such as `/storage`. */
  readonly mountPath: string;
  /** The service's public address, without a trailing slash; asked at each signing. */
  readonly baseUrl: () => string;
  /** The same in every process that signs or serves. */
  readonly signingKeys: PurposeKeys;
  readonly clock: Clock;
  readonly onProblem: WriteProblem;
}

/** The embedded object store. */
export interface DiskStorage extends HostedStorage {
  /**
   * Answers the signed URLs, to be mounted at `mountPath` ahead of any body parser. One process
   * serves a directory: writers of the same part take turns within it.
   */
  readonly handler: StorageHandler;
}

/**
 * Opens the embedded object store, which needs nothing but a directory. What `put`, a signed PUT
 * or a completion has answered for survives a crash and a power cut; what they have not, leaves
 * nothing visible.
 */
export function createDiskStorage(options: DiskStorageOptions): DiskStorage {
  const { directory, provider, mountPath, baseUrl, clock, onProblem } = options;
  closeToOthers(directory);
  const scratch = openScratch(join(directory, 'tmp'), clock);
  const objects = createObjects(join(directory, 'objects'), scratch, clock);
  const folder = join(directory, 'multipart');
  const multiparts = createMultiparts({ folder, objects, scratch, clock });
  const tokens = createTokens(options.signingKeys);
  return {
    provider,
    put: objects.put,
    head: objects.head,
    read: objects.read,
    readTransient: objects.readTransient,
    promote: objects.promote,
    replace: objects.replace,
    async remove(key) {
      await multiparts.remove(key);
      await objects.remove(key);
    },
    ...createSigner(tokens, () => baseUrl() + mountPath),
    createMultipart: multiparts.create,
    listParts: multiparts.list,
    completeMultipart: multiparts.complete,
    abortMultipart: multiparts.abort,
    ...createListing({ objects: join(directory, 'objects'), multiparts: folder }),
    ping: () => ping(scratch),
    handler: createHandler({
      objects,
      multiparts,
      writers: createWriters(),
      tokens,
      mountPath,
      clock,
      onProblem,
    }),
    sweep: async (olderThan) =>
      (await scratch.sweep(olderThan)) + (await multiparts.sweep(olderThan)),
    close: async () => undefined,
  };
}

/** Makes the folder, or closes to other local users one that an earlier release left open. */
function closeToOthers(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: FOLDER_MODE });
  try {
    chmodSync(directory, FOLDER_MODE);
  } catch (error) {
    // A mounted folder may belong to another user; its owner decides who reads it.
    if (!hasCode(error, 'EPERM')) throw error;
  }
}

function ping(scratch: Scratch): Promise<void> {
  return scratch.use(async (directory) => {
    const path = join(directory, 'ping');
    const bytes = randomBytes(1024);
    await withFile(path, 'wx', async (file) => {
      await file.writeFile(bytes);
      await file.datasync();
    });
    if (!bytes.equals(await readFile(path))) throw new Error('the disk gave back other bytes');
  });
}
