import { crc32 } from 'node:zlib';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { type ByteSource, memorySource, readSlice } from '../byte-source.js';
import { decode } from '../decode.js';
import { refuse } from '../fault.js';
import { createFieldReader } from '../field-reader.js';
import type { ObjectJob } from '../job.js';
import { ID, readNumber } from './fields.js';
import { memoryOf } from './methods.js';
import { readSignatureHeader, SIGNATURE_BYTES, writeSignatureHeader } from './signature-header.js';
import { type Folder, readStreamsInfo } from './streams-info.js';

/** The unpacked header of a 7z. */
export interface Header {
  readonly bytes: Buffer;
  /** The required end of the packed streams, relative to the signature header. */
  readonly streamsEnd: number;
}

/**
 * Reads the header from the end of the archive. Unpacks it if necessary, as in all but the smallest
 * archives. Throws ArchiveFault, and Undecided if this process cannot unpack it.
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
  refuse('archive_validation_failed', 'the packed header has another size or CRC than it says');
}

/** `description` belongs to a packed header: its id, the id of the streams, and their offset. */
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
