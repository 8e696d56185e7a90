import { refuse } from '../fault.js';
import { type FieldReader, safe } from '../field-reader.js';

/** Numbers of RAR 5 have at most 64 bits. */
const LONGEST_BYTES = 10;
/** The size of a header has at most three bytes. */
const LONGEST_SIZE_BYTES = 3;

/**
 * Reads a variable-length number of RAR 5: seven bits per byte, lowest first. The eighth bit means
 * that more bytes follow.
 */
export function readVint(fields: FieldReader): number {
  let value = 0n;
  for (let i = 0; i < LONGEST_BYTES; i++) {
    const byte = fields.byte();
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if ((byte & 0x80) === 0) return safe(value);
  }
  return refuse('archive_validation_failed', 'a number in a header does not end');
}

/** Reads the number at the start of a header, with its raw bytes, which the CRC covers. */
export async function readSizeNumber(
  take: (lengthBytes: number) => Promise<Buffer>,
): Promise<{ raw: Buffer; value: number }> {
  const bytes: number[] = [];
  let value = 0;
  for (let i = 0; i < LONGEST_SIZE_BYTES; i++) {
    const byte = (await take(1)).readUInt8();
    bytes.push(byte);
    value += (byte & 0x7f) * 2 ** (7 * i);
    if ((byte & 0x80) === 0) return { raw: Buffer.from(bytes), value };
  }
  return refuse('archive_validation_failed', 'the size of a header does not end');
}
