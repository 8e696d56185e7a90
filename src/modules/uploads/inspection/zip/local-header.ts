import type { Cursor } from '../cursor.js';
import { quotePath, refuse } from '../fault.js';
import type { Entry } from './central-directory.js';
import { checkExtraFields } from './extra-fields.js';

const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const DESCRIPTOR_BYTES = 12;

/** Size and CRC follow the content instead of standing in the local header. */
const DESCRIPTOR_FLAG = 1 << 3;
/** How hard the packer tried; it says nothing of the content, and packers disagree on it. */
const EFFORT_FLAGS = (1 << 1) | (1 << 2);

/**
 * Takes the local header of an entry and refuses it when it says anything else than the central
 * directory: programs differ in which of the two they believe. `next` is where the next begins.
 */
export async function takeLocalHeader(
  cursor: Cursor,
  entry: Entry,
  path: string,
  next: number,
): Promise<void> {
  const header = await cursor.take(HEADER_BYTES);
  const differs = (what: string): never =>
    refuse('archive_validation_failed', `${quotePath(path)} has two different ${what}`);
  if (header.readUInt32LE(0) !== HEADER_SIGNATURE) {
    refuse('archive_validation_failed', `${quotePath(path)} has no local header`);
  }
  if (((header.readUInt16LE(6) ^ entry.flags) & ~EFFORT_FLAGS) !== 0) differs('sets of flags');
  if (header.readUInt16LE(8) !== entry.method) differs('methods');
  const said = readSizes(header, 14);
  const isLater = (entry.flags & DESCRIPTOR_FLAG) !== 0 && said.every((value) => value === 0);
  if (said[1] === 0xffffffff || said[2] === 0xffffffff) {
    refuse('zip64_not_supported', `${quotePath(path)} has ZIP64 sizes`);
  }
  if (!isLater && !agrees(said, entry)) differs('sizes or CRCs');

  const nameLength = header.readUInt16LE(26);
  const extraLength = header.readUInt16LE(28);
  if (cursor.position() + nameLength + extraLength + entry.compressedBytes > next) {
    refuse('archive_validation_failed', `${quotePath(path)} overlaps what follows it`);
  }
  const nameBytes = await cursor.take(nameLength);
  if (!nameBytes.equals(entry.nameBytes)) differs('paths');
  checkExtraFields(await cursor.take(extraLength), nameBytes, path);
}

/**
 * Takes what lies between the content of an entry and `next`, where the next begins: a data
 * descriptor that agrees with the central directory if the entry announced one, otherwise nothing.
 */
export async function takeDescriptor(
  cursor: Cursor,
  entry: Entry,
  path: string,
  next: number,
): Promise<void> {
  const gapBytes = next - cursor.position();
  const announced = (entry.flags & DESCRIPTOR_FLAG) !== 0;
  if (gapBytes === 0 && !announced) return;
  const isSigned = gapBytes === DESCRIPTOR_BYTES + 4;
  if (!announced || (gapBytes !== DESCRIPTOR_BYTES && !isSigned)) {
    refuse('archive_validation_failed', `unaccounted bytes lie after ${quotePath(path)}`);
  }
  const descriptor = await cursor.take(gapBytes);
  if (
    (isSigned && descriptor.readUInt32LE(0) !== DESCRIPTOR_SIGNATURE) ||
    !agrees(readSizes(descriptor, isSigned ? 4 : 0), entry)
  ) {
    refuse('archive_validation_failed', `the data descriptor of ${quotePath(path)} is wrong`);
  }
}

/** CRC-32, packed size and size, which stand together in headers and descriptors alike. */
function readSizes(bytes: Buffer, at: number): readonly [number, number, number] {
  return [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
}

function agrees([crc, packed, size]: readonly [number, number, number], entry: Entry): boolean {
  return crc === entry.crc32 && packed === entry.compressedBytes && size === entry.sizeBytes;
}
