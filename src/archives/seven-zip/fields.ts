import { refuse } from '../findings.js';
import { type FieldReader, safe } from '../stream-reader.js';

// Each function here throws ArchiveFault (`archive_validation_failed`) if the header ends too early,
// and for a number above the safe integers.

/** The property ids of the header. */
export const ID = {
  end: 0x00,
  header: 0x01,
  mainStreams: 0x04,
  files: 0x05,
  packInfo: 0x06,
  unpackInfo: 0x07,
  subStreams: 0x08,
  size: 0x09,
  crc: 0x0a,
  folder: 0x0b,
  unpackSizes: 0x0c,
  streamsPerFolder: 0x0d,
  emptyStream: 0x0e,
  emptyFile: 0x0f,
  anti: 0x10,
  names: 0x11,
  createdAt: 0x12,
  accessedAt: 0x13,
  modifiedAt: 0x14,
  attributes: 0x15,
  encodedHeader: 0x17,
  startPosition: 0x18,
  padding: 0x19,
} as const;

/**
 * Reads a number of 1 to 9 bytes. The leading one bits of the first byte give the number of
 * following bytes.
 */
export function readNumber(fields: FieldReader): number {
  const first = fields.byte();
  if (first < 0x80) return first;
  let value = 0n;
  let mask = 0x80;
  for (let shift = 0n; mask > 0; shift += 8n, mask >>= 1) {
    if ((first & mask) === 0) return safe(value | (BigInt(first & (mask - 1)) << shift));
    value |= BigInt(fields.byte()) << shift;
  }
  return safe(value);
}

/** Reads one bit for each of `count` items, in whole bytes. */
export function readBits(fields: FieldReader, count: number): boolean[] {
  const bytes = fields.bytes(Math.ceil(count / 8));
  return Array.from({ length: count }, (_, i) => ((bytes[i >> 3] ?? 0) & (0x80 >> (i & 7))) !== 0);
}

/** Reads bits like `readBits`, after one byte. If this byte is not 0, all bits are set. */
export function readDefined(fields: FieldReader, count: number): boolean[] {
  return fields.byte() === 0 ? readBits(fields, count) : new Array<boolean>(count).fill(true);
}

/** Reads a CRC-32 for each of `count` items; null for items without one. */
export function readCrcs(fields: FieldReader, count: number): (number | null)[] {
  return readDefined(fields, count).map((isDefined) => (isDefined ? fields.uint32() : null));
}

/** Reads the id that must come next. Throws ArchiveFault for another one. */
export function expectId(fields: FieldReader, id: number): void {
  const found = fields.byte();
  if (found !== id) {
    refuse('archive_validation_failed', `the header has property ${found} instead of ${id}`);
  }
}

/** Throws ArchiveFault unless the data is inline. The format would also allow it elsewhere. */
export function expectInline(fields: FieldReader): void {
  if (fields.byte() !== 0) {
    refuse('archive_validation_failed', 'the header refers to data outside of it');
  }
}

/**
 * Reads a number of items, each of which needs at least `bytesEach` bytes. Throws ArchiveFault if
 * fewer bytes remain than the items need.
 */
export function readCount(fields: FieldReader, bytesEach: number): number {
  const count = readNumber(fields);
  if (count * bytesEach > fields.leftBytes()) {
    refuse('archive_validation_failed', 'the header declares more than it contains');
  }
  return count;
}
