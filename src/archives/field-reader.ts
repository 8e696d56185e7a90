import { refuse } from './fault.js';

/** Reads the fields of a header in order. */
export interface FieldReader {
  /** Number of unread bytes. */
  leftBytes(): number;
  position(): number;
  byte(): number;
  /** Little-endian, like all numbers of these formats. */
  uint16(): number;
  uint32(): number;
  /** Throws for numbers above the safe integers. */
  uint64(): number;
  bytes(lengthBytes: number): Buffer;
}

/**
 * Starts at the first byte. Every method throws `archive_validation_failed` beyond the last byte.
 */
export function createFieldReader(header: Buffer): FieldReader {
  let at = 0;
  /** Advances by a number of bytes and returns the previous position. */
  const pass = (lengthBytes: number): number => {
    if (lengthBytes > header.length - at) {
      refuse('archive_validation_failed', 'a header of the archive is cut off');
    }
    at += lengthBytes;
    return at - lengthBytes;
  };
  return {
    leftBytes: () => header.length - at,
    position: () => at,
    byte: () => header.readUInt8(pass(1)),
    uint16: () => header.readUInt16LE(pass(2)),
    uint32: () => header.readUInt32LE(pass(4)),
    uint64: () => safe(header.readBigUInt64LE(pass(8))),
    bytes: (lengthBytes) => header.subarray(pass(lengthBytes), at),
  };
}

/** Converts to a JavaScript number. Larger values are not valid sizes or offsets. */
export function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    refuse('archive_validation_failed', 'a number in a header of the archive is out of bounds');
  }
  return Number(value);
}
