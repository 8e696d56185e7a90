import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
const FOLDER_BYTES = 4 * GIB;
const FREE_BYTES = 8 * GIB;

/**
 * The folder for the databases and stores of tests. In memory, PostgreSQL creates a database ten
 * times as fast. A machine with little memory, or a `TMPDIR` of the caller, keeps the usual folder.
 */
export function temporaryFolder(): string {
  return process.env['TMPDIR'] === undefined && hasRoomInMemory() ? IN_MEMORY : tmpdir();
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= FOLDER_BYTES && freemem() >= FREE_BYTES;
  } catch {
    return false;
  }
}
