import { hasSystemCode } from '../../platform/error-code.js';
import { readDiskSpace } from '../../platform/folders.js';
import { NO_ROOM } from '../../platform/storage/disk/files.js';
import { CommandError } from '../flags.js';

/** Throws CommandError if the file system of a folder has less free space than `sizeBytes`. */
export async function needSpace(folder: string, sizeBytes: number): Promise<void> {
  const { free: freeBytes } = await readDiskSpace(folder);
  if (freeBytes >= sizeBytes) return;
  throw new CommandError(`${folder} has too little free space`, {
    help: { needed_bytes: sizeBytes, free_bytes: freeBytes },
  });
}

/** Runs `work`. Throws CommandError that names the folder if its disk becomes full meanwhile. */
export async function whileSpace<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasSystemCode(error, ...NO_ROOM)) throw error;
    throw new CommandError(`the disk of ${folder} is full`, { cause: error });
  }
}
