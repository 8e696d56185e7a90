import { crc32 } from 'node:zlib';
import { refuse } from '../findings.js';
import type { ArchiveJob } from '../inspection.js';
import { createEntryListing } from '../listing.js';
import {
  type ByteSource,
  createFieldReader,
  type FieldReader,
  type StreamReader,
} from '../stream-reader.js';
import {
  checkService,
  createHeaderCounter,
  type FileForReview,
  type RarArchive,
  refuseVolume,
} from './rar-archive.js';
import { FILE_FLAG, readRar4File } from './rar4-file.js';

const TYPE = { main: 0x73, file: 0x74, service: 0x7a, end: 0x7b } as const;
const MAIN = { volume: 0x0001, comment: 0x0002, encrypted: 0x0080 } as const;
const END_MORE_VOLUMES = 0x0001;
/** A data size follows the header size. */
const HAS_DATA = 0x8000;
const FIXED_BYTES = 7;
const MIB = 1024 * 1024;
/**
 * The dictionary of a method has at most 4 MiB, but packed text may use a model whose size only the
 * data determines.
 */
const DECODER_BYTES = 160 * MIB;

/** One block: its header, and the number of data bytes after it. */
interface Block {
  readonly type: number;
  readonly flags: number;
  readonly sizeBytes: number;
  readonly fields: FieldReader;
  /** For 64-bit sizes, this is the lower half. */
  readonly dataBytes: number;
}

/**
 * Walks over the blocks of a RAR of version 1.5 to 4, from after its seven magic bytes to its
 * required end block. Checks the CRC of every header. Rejects encrypted archives and multi-volume
 * archives. Throws ArchiveFault.
 */
export async function walkRar4(
  reader: StreamReader,
  source: ByteSource,
  job: ArchiveJob,
): Promise<RarArchive> {
  const listing = createEntryListing(job);
  const headers = createHeaderCounter();
  let undecided: FileForReview | null = null;
  let file: string | null = null;

  for (let isFirst = true; ; isFirst = false) {
    await job.pace();
    const block = await takeBlock(reader, source);
    headers.add(block.sizeBytes);
    if (isFirst !== (block.type === TYPE.main)) {
      refuse('archive_validation_failed', 'the archive does not begin with one main header');
    }
    if (block.type === TYPE.main) checkMain(block.flags);
    else if (block.type === TYPE.end) {
      if ((block.flags & END_MORE_VOLUMES) !== 0) refuseVolume();
      break;
    } else if (block.type === TYPE.file || block.type === TYPE.service) {
      if ((block.flags & (FILE_FLAG.splitBefore | FILE_FLAG.splitAfter)) !== 0) refuseVolume();
      const { entry, packedBytes, isSupported } = readRar4File(block);
      if (block.type === TYPE.file) {
        listing.add(entry);
        file = entry.path;
        if (!isSupported) undecided ??= { reason: 'method_not_supported', path: file };
      } else checkService(entry.path, file);
      if (packedBytes > source.sizeBytes - reader.position()) cutOff();
      for await (const _ of reader.pieces(packedBytes));
    } else {
      refuse('archive_validation_failed', `the archive has a block of unknown type ${block.type}`);
    }
  }
  const listed = await listing.end();
  return { listed, headerBytes: headers.total(), dictionaryBytes: DECODER_BYTES, undecided };
}

function checkMain(flags: number): void {
  if ((flags & MAIN.volume) !== 0) refuseVolume();
  if ((flags & MAIN.encrypted) !== 0) {
    refuse('archive_encrypted_entry', 'the headers of the archive are encrypted');
  }
  if ((flags & MAIN.comment) !== 0) {
    refuse(
      'archive_validation_failed',
      'the main header holds another block, as it did before RAR 3',
    );
  }
}

async function takeBlock(reader: StreamReader, source: ByteSource): Promise<Block> {
  const take = (lengthBytes: number): Promise<Buffer> => {
    if (lengthBytes > source.sizeBytes - reader.position()) cutOff();
    return reader.take(lengthBytes);
  };
  const fixed = await take(FIXED_BYTES);
  const type = fixed.readUInt8(2);
  const flags = fixed.readUInt16LE(3);
  const sizeBytes = fixed.readUInt16LE(5);
  if (sizeBytes < FIXED_BYTES) {
    refuse('archive_validation_failed', `a header has ${sizeBytes} bytes`);
  }
  const body = await take(sizeBytes - FIXED_BYTES);
  if ((crc32(body, crc32(fixed.subarray(2))) & 0xffff) !== fixed.readUInt16LE(0)) {
    refuse('archive_validation_failed', 'the CRC of a header is wrong');
  }
  const fields = createFieldReader(body);
  const hasData = (flags & HAS_DATA) !== 0 || type === TYPE.file;
  return { type, flags, sizeBytes, fields, dataBytes: hasData ? fields.uint32() : 0 };
}

function cutOff(): never {
  refuse('archive_validation_failed', 'the archive is cut off, or has no end');
}
