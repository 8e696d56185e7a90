import { checkPath } from '../entry-path.js';
import { quotePath, refuse } from '../findings.js';
import type { ListedEntry } from '../listing.js';
import type { FieldReader } from '../stream-reader.js';
import { decodeRar4Name } from './names.js';

/** The flags of a file block. */
export const FILE_FLAG = {
  splitBefore: 0x0001,
  splitAfter: 0x0002,
  encrypted: 0x0004,
  comment: 0x0008,
  solid: 0x0010,
  large: 0x0100,
  unicode: 0x0200,
  version: 0x0800,
} as const;

/** All dictionary bits set mean a folder. */
const FOLDER = 0x00e0;
const STORED = 0x30;
const BEST = 0x35;
/** Compression versions: RAR 1.5, 2.0, 2.6, 3 and its variant. */
const VERSIONS: ReadonlySet<number> = new Set([15, 20, 26, 29, 36]);
/** DOS, OS/2 and Windows use DOS attributes. */
const LAST_DOS_SYSTEM = 2;

/** A file, a folder, or a block with the same layout. */
export interface Rar4File {
  readonly entry: ListedEntry;
  /** The packed size. Also known in a solid archive, where `entry.packedBytes` is null. */
  readonly packedBytes: number;
  /** Whether the decoder knows the method. Otherwise the archive goes to review. */
  readonly isSupported: boolean;
}

/** A file block before its fields are read. */
interface FileBlock {
  readonly flags: number;
  readonly fields: FieldReader;
  readonly dataBytes: number;
}

/**
 * Reads the header of a file block. Throws ArchiveFault for an encrypted file, for a file with a
 * comment or former versions, and for contradictory fields. The caller checks the split flags.
 */
export function readRar4File(block: FileBlock): Rar4File {
  const { flags } = block;
  const { system, crc32, version, method, attributes, packedBytes, sizeBytes, names } =
    readFields(block);
  const { path } = names;
  const broken = (detail: string) => refuse('archive_validation_failed', detail, { path });
  if ((flags & FILE_FLAG.encrypted) !== 0) {
    refuse('archive_encrypted_entry', `${quotePath(path)} is encrypted`, { path });
  }
  if ((flags & (FILE_FLAG.comment | FILE_FLAG.version)) !== 0) {
    broken('a file has its own comment, or former versions');
  }
  const isFile = (flags & FOLDER) !== FOLDER;
  const isStored = method === STORED;
  if ((isStored || !isFile) && packedBytes !== sizeBytes) {
    broken('a file is stored with two sizes');
  }
  if (!isFile && sizeBytes > 0) broken('a folder has content');
  return {
    entry: {
      ...names,
      isFile,
      sizeBytes,
      crc32,
      form: isStored ? 'stored' : 'packed',
      packedBytes: (flags & FILE_FLAG.solid) !== 0 ? null : packedBytes,
      attributes: system <= LAST_DOS_SYSTEM ? attributes & 0xffff : (attributes << 16) >>> 0,
    },
    packedBytes,
    isSupported: isStored || (VERSIONS.has(version) && method > STORED && method <= BEST),
  };
}

/**
 * Reads the fields in their order. The optional times that follow do not matter for the content.
 */
function readFields({ flags, fields, dataBytes }: FileBlock) {
  const lowSize = fields.uint32();
  const system = fields.byte();
  const crc32 = fields.uint32();
  fields.uint32();
  const version = fields.byte();
  const method = fields.byte();
  const nameLength = fields.uint16();
  const attributes = fields.uint32();
  const isLarge = (flags & FILE_FLAG.large) !== 0;
  const packedBytes = dataBytes + (isLarge ? fields.uint32() * 2 ** 32 : 0);
  const sizeBytes = lowSize + (isLarge ? fields.uint32() * 2 ** 32 : 0);
  const names = readName(fields.bytes(nameLength), (flags & FILE_FLAG.unicode) !== 0);
  return { system, crc32, version, method, attributes, packedBytes, sizeBytes, names };
}

/** The format uses the DOS separator. The name that old programs read must be safe as well. */
function readName(bytes: Buffer, isUnicode: boolean): Pick<ListedEntry, 'path' | 'otherPaths'> {
  const { name, plain } = decodeRar4Name(bytes, isUnicode);
  const path = name.replaceAll('\\', '/');
  const otherPath = plain.replaceAll('\\', '/');
  if (otherPath === path) return { path };
  checkPath(otherPath);
  return { path, otherPaths: [otherPath] };
}
