import { isAscii } from 'node:buffer';
import { quotePath, refuse } from '../findings.js';
import type { StreamReader } from '../stream-reader.js';
import type { Entry } from './central-directory.js';
import { UTF8_FLAG } from './entry-name.js';
import { readExtraFields } from './extra-fields.js';

const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const DESCRIPTOR_BYTES = 12;
/** The size of a descriptor with 64-bit sizes, for an entry with a ZIP64 field. */
const LONG_DESCRIPTOR_BYTES = 20;
const SIGNATURE_BYTES = 4;
/** Means that the size is in the ZIP64 field. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_BYTES = 16;

/** Size and CRC follow the content, and may be zero in the local header. */
const DESCRIPTOR_FLAG = 1 << 3;
/** The compression level. It does not affect the content, and packers are inconsistent about it. */
const EFFORT_FLAGS = (1 << 1) | (1 << 2);

/** Whether size and CRC of an entry follow its content. */
export function hasDescriptor({ flags }: Entry): boolean {
  return (flags & DESCRIPTOR_FLAG) !== 0;
}

/** The part of a local header that determines the form of its data descriptor. */
export interface LocalHeader {
  /** Whether it reserves room for ZIP64 sizes, which the descriptor then may have as well. */
  readonly hasZip64: boolean;
}

/**
 * Reads the local header of an entry. Throws ArchiveFault if its flags, method, paths, CRC or sizes
 * differ from the central directory, because programs differ in which of the two they trust. Other
 * fields are not compared. `next` is the offset of the next entry, or of the directory.
 *
 * - With a data descriptor, CRC and sizes may be zero here, because they were not known yet.
 * - ZIP64 sizes that equal those of the directory are reserved but unused room.
 * - For a name in ASCII the UTF-8 flag has no meaning, so the two headers may differ in it.
 */
export async function takeLocalHeader(
  reader: StreamReader,
  entry: Entry,
  path: string,
  next: number,
): Promise<LocalHeader> {
  const header = await reader.take(HEADER_BYTES);
  const differs = (what: string): never =>
    refuse('archive_validation_failed', `${quotePath(path)} has two different ${what}`, { path });
  if (header.readUInt32LE(0) !== HEADER_SIGNATURE) {
    refuse('archive_validation_failed', `${quotePath(path)} has no local header`, { path });
  }
  const ignored = EFFORT_FLAGS | (isAscii(entry.nameBytes) ? UTF8_FLAG : 0);
  if (((header.readUInt16LE(6) ^ entry.flags) & ~ignored) !== 0) differs('sets of flags');
  if (header.readUInt16LE(8) !== entry.method) differs('methods');

  const nameLength = header.readUInt16LE(26);
  const extraLength = header.readUInt16LE(28);
  if (reader.position() + nameLength + extraLength + entry.compressedBytes > next) {
    refuse('archive_validation_failed', `${quotePath(path)} overlaps what follows it`, { path });
  }
  const nameBytes = await reader.take(nameLength);
  if (!nameBytes.equals(entry.nameBytes)) differs('paths');
  const { zip64, unicodePath } = readExtraFields(await reader.take(extraLength), nameBytes);
  if (unicodePath !== null && !isReadingOf(entry, unicodePath)) differs('paths');
  checkSizes(header, zip64, entry, differs);
  return { hasZip64: zip64 !== null };
}

/**
 * A second path that is only in the local header would be invisible to readers of the directory.
 */
function isReadingOf({ path, readings = [] }: Entry, unicodePath: string): boolean {
  return [path, ...readings].includes(unicodePath.replaceAll('\\', '/'));
}

function checkSizes(
  header: Buffer,
  zip64: Buffer | null,
  entry: Entry,
  differs: (what: string) => never,
): void {
  const isLater = hasDescriptor(entry);
  const is = (declared: number | bigint, real: number): boolean =>
    BigInt(declared) === BigInt(real) || (isLater && BigInt(declared) === 0n);
  const [crc, packed, size] = readSizes(header, 14);
  if (zip64 === null ? [packed, size].includes(IN_ZIP64) : !isPlaceholder(zip64, entry, is)) {
    const { path } = entry;
    refuse('zip64_not_supported', `${quotePath(path)} has ZIP64 sizes`, { path });
  }
  const isSize = (declared: number, real: number): boolean =>
    is(declared, real) || (zip64 !== null && declared === IN_ZIP64);
  const agrees =
    is(crc, entry.crc32) && isSize(packed, entry.compressedBytes) && isSize(size, entry.sizeBytes);
  if (!agrees) differs('sizes or CRCs');
}

/** Compares size and packed size with those of the directory. */
function isPlaceholder(
  zip64: Buffer,
  entry: Entry,
  is: (declared: bigint, real: number) => boolean,
): boolean {
  return (
    zip64.length === ZIP64_BYTES &&
    is(zip64.readBigUInt64LE(0), entry.sizeBytes) &&
    is(zip64.readBigUInt64LE(8), entry.compressedBytes)
  );
}

/**
 * Reads the bytes between the content of an entry and `next`, the offset of the next one. They are
 * a data descriptor that matches the central directory if the entry announced one, else nothing.
 * Throws ArchiveFault for any other bytes.
 */
export async function takeDescriptor(
  reader: StreamReader,
  entry: Entry,
  { hasZip64 }: LocalHeader,
  next: number,
): Promise<void> {
  const { path } = entry;
  const gapBytes = next - reader.position();
  const announced = hasDescriptor(entry);
  // A Rust packer announces one for folders as well, which have no content.
  if (gapBytes === 0 && (!announced || isEmptyFolder(entry))) return;
  const forms = hasZip64 ? [LONG_DESCRIPTOR_BYTES, DESCRIPTOR_BYTES] : [DESCRIPTOR_BYTES];
  const form = forms.find((bytes) => gapBytes === bytes || gapBytes === bytes + SIGNATURE_BYTES);
  if (!announced || form === undefined) {
    refuse('archive_validation_failed', `unaccounted bytes lie after ${quotePath(path)}`, { path });
  }
  const descriptor = await reader.take(gapBytes);
  const at = gapBytes - form;
  if (
    (at > 0 && descriptor.readUInt32LE(0) !== DESCRIPTOR_SIGNATURE) ||
    !describes(descriptor.subarray(at), entry)
  ) {
    refuse('archive_validation_failed', `the data descriptor of ${quotePath(path)} is wrong`, {
      path,
    });
  }
}

function isEmptyFolder({ isFile, crc32, compressedBytes, sizeBytes }: Entry): boolean {
  return !isFile && crc32 === 0 && compressedBytes === 0 && sizeBytes === 0;
}

/** Whether a descriptor without its signature has the values of the directory. */
function describes(descriptor: Buffer, { crc32, compressedBytes, sizeBytes }: Entry): boolean {
  if (descriptor.length === LONG_DESCRIPTOR_BYTES) {
    return (
      descriptor.readUInt32LE(0) === crc32 &&
      descriptor.readBigUInt64LE(4) === BigInt(compressedBytes) &&
      descriptor.readBigUInt64LE(12) === BigInt(sizeBytes)
    );
  }
  const [crc, packed, size] = readSizes(descriptor, 0);
  return crc === crc32 && packed === compressedBytes && size === sizeBytes;
}

/** CRC-32, packed size and size, which are adjacent in headers and descriptors. */
function readSizes(bytes: Buffer, at: number): readonly [number, number, number] {
  return [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
}
