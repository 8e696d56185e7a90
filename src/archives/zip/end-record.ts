import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { refuse } from '../findings.js';
import { type ByteSource, readSlice } from '../stream-reader.js';

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;

/** The position of the central directory, and its declared size and number of entries. */
export interface EndRecord {
  readonly directoryStart: number;
  readonly directoryBytes: number;
  readonly entryCount: number;
}

/**
 * Reads the end record of a ZIP from its last 64 KiB. Throws ArchiveFault for everything that two
 * programs could read in two ways. These are another matching end record, any later signature of
 * one, non-zero bytes after its comment, bytes before it that are not the directory, several disks,
 * and ZIP64. Also throws it for more entries or a larger directory than `ARCHIVE_LIMITS` allows.
 * Spec 4.4.
 */
export async function readEndRecord(source: ByteSource): Promise<EndRecord> {
  const windowBytes = ZIP64_LOCATOR_BYTES + END_BYTES + MAX_COMMENT_BYTES;
  const start = Math.max(0, source.sizeBytes - windowBytes);
  const tail = await readSlice(source, start, source.sizeBytes);
  const at = findEnd(tail);

  const locator = at - ZIP64_LOCATOR_BYTES;
  if (locator >= 0 && tail.readUInt32LE(locator) === ZIP64_LOCATOR_SIGNATURE) {
    refuse('zip64_not_supported', 'the archive has a ZIP64 end record');
  }
  const directoryBytes = tail.readUInt32LE(at + 12);
  const directoryStart = tail.readUInt32LE(at + 16);
  const entryCount = tail.readUInt16LE(at + 10);
  const disks = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
  if (
    directoryBytes === 0xffffffff ||
    directoryStart === 0xffffffff ||
    [entryCount, tail.readUInt16LE(at + 8), ...disks].includes(0xffff)
  ) {
    refuse('zip64_not_supported', 'the place of the central directory is given in ZIP64 form');
  }
  if (disks.some((disk) => disk !== 0) || tail.readUInt16LE(at + 8) !== entryCount) {
    refuse('archive_validation_failed', 'the archive spans several volumes');
  }
  if (directoryStart + directoryBytes !== start + at) {
    refuse('archive_validation_failed', 'the central directory does not end at the end record');
  }
  if (directoryBytes > ARCHIVE_LIMITS.centralDirectoryBytes) {
    refuse('zip_central_directory_too_large', `the directory has ${directoryBytes} bytes`);
  }
  if (entryCount > ARCHIVE_LIMITS.entries) {
    refuse('zip_entry_limit', `the archive has ${entryCount} entries`);
  }
  return { directoryStart, directoryBytes, entryCount };
}

/**
 * The offset of the only end record whose comment ends at the end of the file. Only zeros may
 * follow, because `tar` pads the last block that it writes to a pipe.
 */
function findEnd(tail: Buffer): number {
  const reaching: number[] = [];
  const zerosStart = tail.findLastIndex((byte) => byte !== 0) + 1;
  let last = -1;
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    if (last < 0) last = at;
    const end = at + END_BYTES + tail.readUInt16LE(at + 20);
    if (end >= zerosStart && end <= tail.length) reaching.push(at);
  }
  const end = reaching[0];
  if (end === undefined) {
    refuse('archive_validation_failed', 'no end record reaches to the end of the file');
  }
  if (reaching.length > 1 || last !== end) {
    refuse('archive_validation_failed', 'the archive has several end records');
  }
  return end;
}
