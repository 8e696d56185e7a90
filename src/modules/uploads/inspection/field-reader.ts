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
  const bytes = (lengthBytes: number): Buffer => {
    if (lengthBytes > header.length - at) {
      refuse('archive_validation_failed', 'a header of the archive is cut off');
    }
    at += lengthBytes;
    return header.subarray(at - lengthBytes, at);
  };
  return {
    leftBytes: () => header.length - at,
    position: () => at,
    byte: () => bytes(1).readUInt8(),
    uint16: () => bytes(2).readUInt16LE(),
    uint32: () => bytes(4).readUInt32LE(),
    uint64: () => safe(bytes(8).readBigUInt64LE()),
    bytes,
  };
}

/** A number as JavaScript counts; larger ones are no size and no place of any object. */
export function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    refuse('archive_validation_failed', 'a number in a header of the archive is out of bounds');
  }
  return Number(value);
}
