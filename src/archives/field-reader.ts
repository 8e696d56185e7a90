import { refuse } from './fault.js';

/** Reads the fields of a header one after the other. */
export interface FieldReader {
  /** How many bytes are left. */
  leftBytes(): number;
  position(): number;
  byte(): number;
  /** Little-endian, as all numbers of these formats are. */
  uint16(): number;
  uint32(): number;
  /** Throws for numbers that no object can reach. */
  uint64(): number;
  bytes(lengthBytes: number): Buffer;
}

/** Begins at the first byte. Every method throws `archive_validation_failed` beyond the last. */
export function createFieldReader(header: Buffer): FieldReader {
  let at = 0;
  /** Moves on by so many bytes; returns where they begin. */
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

/** A number as JavaScript counts; larger ones are no size and no place of any object. */
export function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    refuse('archive_validation_failed', 'a number in a header of the archive is out of bounds');
  }
  return Number(value);
}
