import { crc32 } from 'node:zlib';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { type ByteSource, readSlice } from '../byte-source.js';
import { refuse } from '../fault.js';
import { safe } from '../field-reader.js';

/** The start of the packed streams. Positions in the header are relative to it. */
export const SIGNATURE_BYTES = 32;

const MAGIC = Buffer.from('377abcaf271c', 'hex');

/** The position of the header, at the end of the file. */
export interface HeaderPlace {
  /** Relative to the end of the signature header. */
  readonly start: number;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/**
 * Reads the first 32 bytes. Their header must end with the file, because only some programs would
 * find bytes after it. Throws ArchiveFault.
 */
export async function readSignatureHeader(source: ByteSource): Promise<HeaderPlace> {
  if (source.sizeBytes < SIGNATURE_BYTES) {
    refuse('archive_validation_failed', 'the archive is cut off');
  }
  const head = await readSlice(source, 0, SIGNATURE_BYTES);
  if (head.readUInt32LE(8) !== crc32(head.subarray(12))) {
    refuse('archive_validation_failed', 'the first bytes have another CRC than they say');
  }
  if (head[6] !== 0) refuse('archive_validation_failed', `the format has version ${head[6]}`);
  const start = safe(head.readBigUInt64LE(12));
  const sizeBytes = safe(head.readBigUInt64LE(20));
  if (sizeBytes > ARCHIVE_LIMITS.centralDirectoryBytes) {
    refuse('zip_central_directory_too_large', `the header has ${sizeBytes} bytes`);
  }
  if (SIGNATURE_BYTES + start + sizeBytes !== source.sizeBytes) {
    refuse('archive_validation_failed', 'the header does not end with the file');
  }
  if (sizeBytes === 0) refuse('archive_empty', 'the archive has no header, and so no files');
  return { start, sizeBytes, crc32: head.readUInt32LE(28) };
}

/** Writes the first bytes of an archive whose header follows `start` bytes of streams. */
export function writeSignatureHeader(start: number, header: Buffer): Buffer {
  const head = Buffer.alloc(SIGNATURE_BYTES);
  MAGIC.copy(head);
  // The current version of the format.
  head.writeUInt8(4, 7);
  head.writeBigUInt64LE(BigInt(start), 12);
  head.writeBigUInt64LE(BigInt(header.length), 20);
  head.writeUInt32LE(crc32(header), 28);
  head.writeUInt32LE(crc32(head.subarray(12)), 8);
  return head;
}
