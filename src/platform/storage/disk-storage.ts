import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.js';
import { hasSystemCode } from '../error-code.js';
import type { PurposeKeys } from '../keys.js';
import { createWriters } from './disk/accept.js';
import { FOLDER_MODE, withFile } from './disk/files.js';
import { createHandler, type SendProblem, type StorageHandler } from './disk/handler.js';
import { createDiskListing } from './disk/listing.js';
import { createMultiparts } from './disk/multiparts.js';
import { createObjects } from './disk/objects.js';
import { openScratch, type Scratch } from './disk/scratch.js';
import { createSigner, createTokens } from './disk/tokens.js';
import { createTurns, type Turns } from './disk/turns.js';
import type { HostedStorage } from './hosted-storage.js';

/** Options of a disk store. */
export interface DiskStorageOptions {
  /** Contains everything, on one file system. Several processes may open it at once. */
  readonly directory: string;
  readonly storeName: string;
  /** The mount path of the handler, such as `/storage`. */
  readonly mountPath: string;
  /** Returns the service's public address without a trailing slash. Called for each signature. */
  readonly baseUrl: () => string;
  /** The same in every process that signs or serves. */
  readonly signingKeys: PurposeKeys;
  readonly clock: Clock;
  /** Sends the problem document of a failed request to a signed URL. */
  readonly sendProblem: SendProblem;
  /** Shared by all processes that serve the directory; by default those of this process alone. */
  readonly turns?: Turns;
}

/** The embedded object store. */
export interface DiskStorage extends HostedStorage {
  /**
   * Handles the signed URLs. Mount it at `mountPath`, before any body parser. Several processes may
   * serve a directory if they share their turns, which serialize the writers of the same part.
   */
  readonly handler: StorageHandler;
}

/**
 * Opens the embedded object store, which needs only a directory. Creates the directory, closes it
 * to other users, and removes leftovers of crashed processes. After `put`, a signed PUT or a
 * completion has succeeded, its bytes survive a crash and a power failure. A failed one leaves
 * nothing visible.
 */
export function createDiskStorage(options: DiskStorageOptions): DiskStorage {
  const { storeName, mountPath, baseUrl, clock, sendProblem, turns = createTurns() } = options;
  const { scratch, objects, multiparts, listing } = openFolders({ ...options, turns });
  const tokens = createTokens(options.signingKeys);
  return {
    storeName,
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
    ...listing,
    ping: () => ping(scratch),
    handler: createHandler({
      objects,
      multiparts,
      writers: createWriters(turns, options.directory),
      tokens,
      mountPath,
      clock,
      sendProblem,
    }),
    sweep: async (olderThan) =>
      (await scratch.sweep(olderThan)) + (await multiparts.sweep(olderThan)),
    close: async () => undefined,
  };
}

function openFolders({
  directory,
  clock,
  turns,
}: Pick<DiskStorageOptions, 'directory' | 'clock'> & { readonly turns: Turns }) {
  closeToOthers(directory);
  const folders = { objects: join(directory, 'objects'), multiparts: join(directory, 'multipart') };
  const scratch = openScratch(join(directory, 'tmp'), clock);
  const objects = createObjects(folders.objects, scratch, clock);
  const multiparts = createMultiparts({
    folder: folders.multiparts,
    objects,
    scratch,
    clock,
    turns,
  });
  return { scratch, objects, multiparts, listing: createDiskListing(folders) };
}

/** Creates the folder. Closes to other local users a folder that an earlier release left open. */
function closeToOthers(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: FOLDER_MODE });
  try {
    chmodSync(directory, FOLDER_MODE);
  } catch (error) {
    // A mounted folder may belong to another user; its owner decides about access.
    if (!hasSystemCode(error, 'EPERM')) throw error;
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
    if (!bytes.equals(await readFile(path)))
      throw new Error('the disk returned other bytes than it stored');
  });
}
