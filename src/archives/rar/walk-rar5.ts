import { crc32 } from 'node:zlib';
import { refuse } from '../findings.js';
import type { ArchiveJob } from '../inspection.js';
import { createEntryListing, type ListedEntry } from '../listing.js';
import {
  type ByteSource,
  createFieldReader,
  type FieldReader,
  type StreamReader,
} from '../stream-reader.js';
import {
  checkService,
  createHeaderCounter,
  createLocatorCheck,
  createQuickOpenCheck,
  type FileForReview,
  type RarArchive,
  refuseVolume,
} from './rar-archive.js';
import { readFileBlock, readSizeNumber, readVint } from './rar5-file.js';

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

/** The state of a walk over the blocks of one archive. */
interface BlockWalk {
  readonly reader: StreamReader;
  readonly listing: ReturnType<typeof createEntryListing>;
  readonly locator: ReturnType<typeof createLocatorCheck>;
  readonly quickOpen: ReturnType<typeof createQuickOpenCheck>;
  dictionaryBytes: number;
  undecided: FileForReview | null;
  /** The last file so far. */
  file: string | null;
}

/**
 * Walks over the blocks of a RAR 5 to its required end block. `reader` has read all magic bytes but
 * the eighth, which tells RAR 5 from later versions. Checks the CRC of every header. Rejects
 * encrypted archives and multi-volume archives. Throws ArchiveFault.
 */
export async function walkRar5(
  reader: StreamReader,
  source: ByteSource,
  job: ArchiveJob,
): Promise<RarArchive> {
  const [last] = await reader.take(1);
  if (last !== 0) refuse('archive_validation_failed', 'the archive has an unknown version');
  const headers = createHeaderCounter();
  const walk: BlockWalk = {
    reader,
    listing: createEntryListing(job),
    locator: createLocatorCheck(),
    quickOpen: createQuickOpenCheck(),
    dictionaryBytes: 0,
    undecided: null,
    file: null,
  };
  for (let isFirst = true, isEnd = false; !isEnd; isFirst = false) {
    await job.pace();
    const block = await takeBlock(reader, source);
    headers.add(block.raw.length);
    checkOrder(block, isFirst);
    walk.quickOpen.note(block.start, block.raw);
    isEnd = block.type === TYPE.end;
    await readBlock(walk, block);
  }
  walk.locator.end();
  const { dictionaryBytes, undecided } = walk;
  const listed = await walk.listing.end();
  return { listed, headerBytes: headers.total(), dictionaryBytes, undecided };
}

/** The first block, and no other one, is the main header. */
function checkOrder({ type }: Block, isFirst: boolean): void {
  if (isFirst === (type === TYPE.main)) return;
  if (type === TYPE.encryption) encrypted();
  refuse('archive_validation_failed', 'the archive does not begin with one main header');
}

/** Reads the fields of a block and passes over its data. */
async function readBlock(walk: BlockWalk, block: Block): Promise<void> {
  const { reader, locator, quickOpen } = walk;
  switch (block.type) {
    case TYPE.main:
      readMain(block);
      locator.read(block.extra, block.start);
      return skip(reader, block.dataBytes);
    case TYPE.file:
      readFile(walk, block);
      return skip(reader, block.dataBytes);
    case TYPE.service: {
      const entry = readService(block, walk.file);
      locator.meet(entry.path, block.start);
      if (entry.path !== 'QO') return skip(reader, block.dataBytes);
      return quickOpen.take(reader, block.start, entry, block.dataBytes);
    }
    case TYPE.end:
      if ((readVint(block.fields) & END_MORE_VOLUMES) !== 0) refuseVolume();
      if (block.dataBytes > 0) refuse('archive_validation_failed', 'data follows the end');
      return;
    case TYPE.encryption:
      return encrypted();
    default:
      refuse('archive_validation_failed', `the archive has a block of unknown type ${block.type}`);
  }
}

function readFile(walk: BlockWalk, { fields, extra, dataBytes }: Block): void {
  const file = readFileBlock(fields, extra, dataBytes);
  walk.listing.add(file.entry);
  walk.dictionaryBytes = Math.max(walk.dictionaryBytes, file.dictionaryBytes);
  walk.file = file.entry.path;
  if (file.undecided) walk.undecided ??= { reason: file.undecided, path: walk.file };
}

async function takeBlock(reader: StreamReader, source: ByteSource): Promise<Block> {
  const start = reader.position();
  const take = (lengthBytes: number): Promise<Buffer> => {
    if (lengthBytes > source.sizeBytes - reader.position()) {
      refuse('archive_validation_failed', 'the archive is cut off, or has no end');
    }
    return reader.take(lengthBytes);
  };
  const crc = await take(4);
  const { raw: size, value: sizeBytes } = await readSizeNumber(take);
  if (sizeBytes === 0 || sizeBytes > HEADER_BYTES) {
    refuse('archive_validation_failed', `a header has ${sizeBytes} bytes`);
  }
  const body = await take(sizeBytes);
  if (crc32(body, crc32(size)) !== crc.readUInt32LE()) {
    refuse('archive_validation_failed', 'the CRC of a header is wrong');
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
  if (dataBytes > source.sizeBytes - reader.position()) {
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

function readService({ fields, extra, dataBytes }: Block, file: string | null): ListedEntry {
  const { entry } = readFileBlock(fields, extra, dataBytes);
  // Some programs end a name at the zero, and so read another block name.
  if (entry.path.includes('\0')) {
    refuse('archive_validation_failed', 'the name of a block of service holds a zero');
  }
  checkService(entry.path, file);
  return entry;
}

/** Skips data. The pass over the object still sees it. */
async function skip(reader: StreamReader, lengthBytes: number): Promise<void> {
  for await (const _ of reader.pieces(lengthBytes));
}

function encrypted(): never {
  refuse('archive_encrypted_entry', 'the archive is encrypted');
}
