import { crc32 } from 'node:zlib';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { decode } from '../decode.js';
import { refuse } from '../findings.js';
import type { ObjectJob } from '../inspection.js';
import {
  type ByteSource,
  createFieldReader,
  memorySource,
  readSlice,
  safe,
} from '../stream-reader.js';
import { ID, readNumber } from './fields.js';
import { memoryOf } from './folder.js';
import { type Folder, readStreamsInfo } from './streams-info.js';

/** The start of the packed streams. Positions in the header are relative to it. */
const SIGNATURE_BYTES = 32;

const MAGIC = Buffer.from('377abcaf271c', 'hex');

/** The position of the header, at the end of the file. */
interface HeaderLocation {
  /** Relative to the end of the signature header. */
  readonly start: number;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/**
 * Reads the first 32 bytes. The caller has checked their magic bytes. The header to which they lead
 * must end with the file, because only some programs would find bytes after it. Throws
 * ArchiveFault.
 */
async function readSignatureHeader(source: ByteSource): Promise<HeaderLocation> {
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
function writeSignatureHeader(start: number, header: Buffer): Buffer {
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

/** The unpacked header of a 7z. */
export interface Header {
  readonly bytes: Buffer;
  /** The required end of the packed streams, relative to the end of the signature header. */
  readonly streamsEnd: number;
}

/**
 * Reads the header from the end of the archive. Unpacks it if necessary, as in all but the smallest
 * archives. Does not check the magic bytes. Throws ArchiveFault, and NeedsReview if this process
 * cannot unpack it.
 */
export async function readHeader(source: ByteSource, job: ObjectJob): Promise<Header> {
  const place = await readSignatureHeader(source);
  const start = SIGNATURE_BYTES + place.start;
  const bytes = await readSlice(source, start, start + place.sizeBytes);
  if (crc32(bytes) !== place.crc32) {
    refuse('archive_validation_failed', 'the header has another CRC than the first bytes say');
  }
  if (bytes[0] !== ID.encodedHeader) return { bytes, streamsEnd: place.start };

  const fields = createFieldReader(bytes.subarray(1));
  const { packStart, packEnd, folders } = await readStreamsInfo(fields, job.pace);
  const [folder] = folders;
  if (!folder || folders.length > 1 || fields.leftBytes() > 0 || packEnd !== place.start) {
    refuse(
      'archive_validation_failed',
      'the packed header is not one stream before the last bytes',
    );
  }
  if (folder.sizeBytes > ARCHIVE_LIMITS.centralDirectoryBytes) {
    refuse('zip_central_directory_too_large', `the header unpacks to ${folder.sizeBytes} bytes`);
  }
  job.guard.admitSteps(folder.stepsBytes);
  const packed = await readSlice(source, SIGNATURE_BYTES + packStart, SIGNATURE_BYTES + packEnd);
  return { bytes: await unpackHeader(packed, bytes, folder, job), streamsEnd: packStart };
}

/** Wraps the packed header as the only file of an archive in memory, which the decoder unpacks. */
async function unpackHeader(
  packed: Buffer,
  description: Buffer,
  folder: Folder,
  job: ObjectJob,
): Promise<Buffer> {
  const header = Buffer.alloc(folder.sizeBytes);
  let filledBytes = 0;
  await decode(
    {
      source: memorySource(wrap(packed, description)),
      type: '7z',
      dictionaryBytes: memoryOf(folder.coders),
      headerBytes: description.length,
      sink(piece) {
        if (piece.length > header.length - filledBytes) broken();
        header.set(piece, filledBytes);
        filledBytes += piece.length;
      },
    },
    job,
  );
  // Python packers write no CRC for it. The header must still be complete.
  const expected = folder.subStreams[0]?.crc32 ?? null;
  if (filledBytes < header.length) broken();
  if (expected !== null && crc32(header) !== expected) broken();
  return header;
}

function broken(): never {
  refuse('archive_validation_failed', 'the packed header does not have its declared size or CRC');
}

/**
 * `description` belongs to a packed header. It begins with three fields that the new header
 * replaces: its id, the id of the streams, and their offset.
 */
function wrap(packed: Buffer, description: Buffer): Buffer {
  const streams = createFieldReader(description.subarray(2));
  readNumber(streams);
  const header = Buffer.concat([
    Buffer.from([ID.header, ID.mainStreams, ID.packInfo, 0]),
    streams.bytes(streams.leftBytes()),
    // One file. Its name of one letter and a zero takes five bytes, with the byte before it.
    Buffer.from([ID.files, 1, ID.names, 5, 0]),
    Buffer.from('h\0', 'utf16le'),
    Buffer.from([ID.end, ID.end]),
  ]);
  return Buffer.concat([writeSignatureHeader(packed.length, header), packed, header]);
}
