import { crc32 } from 'node:zlib';
import type { ReviewReason } from '../../registry/contents.js';
import type { ByteSource } from '../byte-source.js';
import type { Cursor } from '../cursor.js';
import { refuse } from '../fault.js';
import { createFieldReader, type FieldReader } from '../field-reader.js';
import type { ArchiveJob } from '../job.js';
import { createListing, type ListedEntry } from '../listing.js';
import { createLocatorCheck } from './locator.js';
import { createQuickOpenCheck } from './quick-open.js';
import { checkService, countHeaderBytes, type RarArchive, refuseVolume } from './rar-archive.js';
import { readFileBlock } from './rar5-file.js';
import { readSizeNumber, readVint } from './vint.js';

const TYPE = { main: 1, file: 2, service: 3, encryption: 4, end: 5 } as const;
const FLAG = { extra: 0x01, data: 0x02, splitBefore: 0x08, splitAfter: 0x10 } as const;
const MAIN_IS_VOLUME = 0x01;
const END_MORE_VOLUMES = 0x01;
const HEADER_BYTES = 2 * 1024 * 1024;

/** One block: its header, and the number of data bytes after it. */
interface Block {
  readonly start: number;
  readonly type: number;
  readonly raw: Buffer;
  /** The fields of this block type. */
  readonly fields: FieldReader;
  readonly extra: FieldReader;
  readonly dataBytes: number;
}

/**
 * Walks over the blocks of a RAR 5, from after its seven magic bytes to its end. Checks the CRC of
 * every header. Rejects encrypted archives and multi-volume archives. Throws ArchiveFault.
 */
export async function walkRar5(
  cursor: Cursor,
  source: ByteSource,
  job: ArchiveJob,
): Promise<RarArchive> {
  const [last] = await cursor.take(1);
  if (last !== 0) refuse('archive_validation_failed', 'the archive has an unknown version');
  const listing = createListing(job);
  const headers = countHeaderBytes();
  const locator = createLocatorCheck();
  const quickOpen = createQuickOpenCheck();
  let dictionaryBytes = 0;
  let undecided: ReviewReason | null = null;

  for (let isFirst = true; ; isFirst = false) {
    await job.pace();
    const block = await takeBlock(cursor, source);
    headers.add(block.raw.length);
    if (isFirst !== (block.type === TYPE.main)) {
      if (block.type === TYPE.encryption) encrypted();
      refuse('archive_validation_failed', 'the archive does not begin with one main header');
    }
    quickOpen.note(block.start, block.raw);
    if (block.type === TYPE.main) {
      readMain(block);
      locator.read(block.extra, block.start);
    } else if (block.type === TYPE.end) {
      if ((readVint(block.fields) & END_MORE_VOLUMES) !== 0) refuseVolume();
      if (block.dataBytes > 0) refuse('archive_validation_failed', 'data follows the end');
      break;
    } else if (block.type === TYPE.file) {
      const file = readFileBlock(block.fields, block.extra, block.dataBytes);
      listing.add(file.entry);
      dictionaryBytes = Math.max(dictionaryBytes, file.dictionaryBytes);
      undecided ??= file.undecided;
    } else if (block.type === TYPE.service) {
      const entry = readService(block);
      locator.meet(entry.path, block.start);
      if (entry.path === 'QO') {
        await quickOpen.take(cursor, block.start, entry, block.dataBytes);
        continue;
      }
    } else if (block.type === TYPE.encryption) {
      encrypted();
    } else {
      refuse('archive_validation_failed', `the archive has a block of unknown type ${block.type}`);
    }
    await skip(cursor, block.dataBytes);
  }
  locator.end();
  const listed = await listing.end();
  return { listed, headerBytes: headers.total(), dictionaryBytes, undecided };
}

async function takeBlock(cursor: Cursor, source: ByteSource): Promise<Block> {
  const start = cursor.position();
  const take = (lengthBytes: number): Promise<Buffer> => {
    if (lengthBytes > source.sizeBytes - cursor.position()) {
      refuse('archive_validation_failed', 'the archive is cut off, or has no end');
    }
    return cursor.take(lengthBytes);
  };
  const crc = await take(4);
  const { raw: size, value: sizeBytes } = await readSizeNumber(take);
  if (sizeBytes === 0 || sizeBytes > HEADER_BYTES) {
    refuse('archive_validation_failed', `a header has ${sizeBytes} bytes`);
  }
  const body = await take(sizeBytes);
  if (crc32(body, crc32(size)) !== crc.readUInt32LE()) {
    refuse('archive_validation_failed', 'a header has another CRC than it says');
  }
  const fields = createFieldReader(body);
  const type = readVint(fields);
  const flags = readVint(fields);
  if ((flags & (FLAG.splitBefore | FLAG.splitAfter)) !== 0) refuseVolume();
  const extraBytes = (flags & FLAG.extra) !== 0 ? readVint(fields) : 0;
  const dataBytes = (flags & FLAG.data) !== 0 ? readVint(fields) : 0;
  if (extraBytes > fields.leftBytes()) {
    refuse('archive_validation_failed', 'a header is smaller than its extra fields');
  }
  if (dataBytes > source.sizeBytes - cursor.position()) {
    refuse('archive_validation_failed', 'the archive is cut off');
  }
  return {
    start,
    type,
    raw: Buffer.concat([crc, size, body]),
    fields: createFieldReader(fields.bytes(fields.leftBytes() - extraBytes)),
    extra: createFieldReader(fields.bytes(extraBytes)),
    dataBytes,
  };
}

function readMain({ fields }: Block): void {
  if ((readVint(fields) & MAIN_IS_VOLUME) !== 0) refuseVolume();
  if (fields.leftBytes() > 0) {
    refuse('archive_validation_failed', 'the main header has unknown fields');
  }
}

function readService({ fields, extra, dataBytes }: Block): ListedEntry {
  const { entry } = readFileBlock(fields, extra, dataBytes);
  // Some programs end a name at the zero, and so read another block name.
  if (entry.path.includes('\0')) {
    refuse('archive_validation_failed', 'the name of a block of service holds a zero');
  }
  checkService(entry.path);
  return entry;
}

/** Skips data. The pass over the object still sees it. */
async function skip(cursor: Cursor, lengthBytes: number): Promise<void> {
  for await (const _ of cursor.pieces(lengthBytes));
}

function encrypted(): never {
  refuse('archive_encrypted_entry', 'the archive is encrypted');
}
