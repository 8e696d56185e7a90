import type { ReviewReason } from '../../registry/reviews.js';
import { quotePath, refuse } from '../findings.js';
import type { ListedEntry } from '../listing.js';
import { createFieldReader, type FieldReader, safe } from '../stream-reader.js';
import { decodeUtf8Name } from './names.js';

/** Numbers of RAR 5 have at most 64 bits. */
const LONGEST_BYTES = 10;
/** The size of a header has at most three bytes. */
const LONGEST_SIZE_BYTES = 3;

/**
 * Reads a variable-length number of RAR 5: seven bits per byte, lowest first. The eighth bit means
 * that more bytes follow. Throws ArchiveFault above the safe integers, and if the number does not
 * end after ten bytes.
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

/**
 * Reads the number at the start of a header, with its raw bytes, which the CRC covers. Throws
 * ArchiveFault for more than three bytes.
 */
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

const FILE = { folder: 0x01, time: 0x02, crc: 0x04, unknownSize: 0x08 } as const;
const UNIX = 1;
const EXTRA = { encryption: 1, hash: 2, version: 4, redirection: 5 } as const;
const COPY_OF_FILE = 5;
const SMALLEST_DICTIONARY = 128 * 1024;
/** Compression versions: RAR 5, and RAR 7 with larger dictionaries. */
const VERSIONS = 2;
const METHODS = 6;

/** A file, a folder, or a block with the same layout. */
interface FileBlock {
  readonly entry: ListedEntry;
  readonly dictionaryBytes: number;
  /** Why it needs a review: an unsupported method, a copy of another file, no digest or no size. */
  readonly undecided: ReviewReason | null;
}

/**
 * Reads the header of the block of a file or folder, with its extra area. `packedBytes` is the size
 * of its data. Throws ArchiveFault for an invalid header, and for a link, an encrypted file or a
 * former version of a file. Content that cannot be unpacked or verified only sets `undecided`.
 */
export function readFileBlock(
  fields: FieldReader,
  extra: FieldReader,
  packedBytes: number,
): FileBlock {
  const { path, isFile, sizeBytes, isSizeKnown, crc32, attributes, compression } =
    readFileFields(fields);
  const { hasHash, isCopy } = readExtra(extra, path);
  const broken = (detail: string) => refuse('archive_validation_failed', detail, { path });
  if (!isFile && (packedBytes > 0 || sizeBytes > 0)) {
    broken('a folder has content');
  }
  const { isStored } = compression;
  const isKnown = isSizeKnown && (crc32 !== null || hasHash || sizeBytes === 0);
  if (isStored && isKnown && !isCopy && packedBytes !== sizeBytes) {
    broken('a file is stored with two sizes');
  }
  const isSupported = compression.isSupported && !isCopy;
  return {
    entry: {
      path,
      isFile,
      sizeBytes,
      crc32,
      attributes,
      form: isStored ? 'stored' : 'packed',
      packedBytes: compression.isSolid ? null : packedBytes,
    },
    dictionaryBytes: isStored ? 0 : compression.dictionaryBytes,
    undecided: !isSupported ? 'method_not_supported' : !isKnown ? 'unverified_content' : null,
  };
}

/** The fields in their order, up to the extra area. */
function readFileFields(fields: FieldReader) {
  const flags = readVint(fields);
  const sizeBytes = readVint(fields);
  const attributes = readVint(fields);
  if ((flags & FILE.time) !== 0) fields.uint32();
  const crc32 = (flags & FILE.crc) !== 0 ? fields.uint32() : null;
  const compression = readCompression(readVint(fields));
  const isUnix = readVint(fields) === UNIX;
  const path = decodeUtf8Name(fields.bytes(readVint(fields)));
  if (fields.leftBytes() > 0) {
    refuse('archive_validation_failed', 'a header has unknown fields', { path });
  }
  return {
    path,
    sizeBytes,
    crc32,
    compression,
    isFile: (flags & FILE.folder) === 0,
    isSizeKnown: (flags & FILE.unknownSize) === 0,
    attributes: isUnix ? (attributes << 16) >>> 0 : attributes & 0xffff,
  };
}

/** The version, whether it needs earlier data, the method and the dictionary size. */
function readCompression(info: number) {
  const version = info & 0x3f;
  const method = (info >> 7) & 0x07;
  // RAR 7 has one more bit for the power of two, and five bits for additional 32nds of it.
  const power = version === 0 ? (info >> 10) & 0x0f : (info >> 10) & 0x1f;
  const parts = version === 0 ? 0 : (info >> 15) & 0x1f;
  return {
    isSupported: version < VERSIONS && method < METHODS,
    isSolid: (info & 0x40) !== 0,
    isStored: method === 0,
    dictionaryBytes: SMALLEST_DICTIONARY * 2 ** power * (1 + parts / 32),
  };
}

function readExtra(extra: FieldReader, path: string): { hasHash: boolean; isCopy: boolean } {
  let hasHash = false;
  let isCopy = false;
  while (extra.leftBytes() > 0) {
    const record = createFieldReader(extra.bytes(readVint(extra)));
    const type = readVint(record);
    if (type === EXTRA.encryption) {
      refuse('archive_encrypted_entry', `${quotePath(path)} is encrypted`, { path });
    }
    if (type === EXTRA.version) {
      refuse('archive_validation_failed', `${quotePath(path)} is a former version`, { path });
    }
    // BLAKE2sp is the only defined digest; the decoder checks it.
    if (type === EXTRA.hash) hasHash = readVint(record) === 0;
    if (type === EXTRA.redirection) {
      if (readVint(record) !== COPY_OF_FILE) {
        refuse('archive_symlink_entry', `${quotePath(path)} is a link`, { path });
      }
      isCopy = true;
    }
  }
  return { hasHash, isCopy };
}
