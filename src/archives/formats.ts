import { extname } from 'node:path';
import { ANY_MEDIA_TYPE, ARCHIVE_FORMATS, type ArchiveFormat } from '../registry/archives.js';

const ZIP_MAGICS = [
  [0x50, 0x4b, 0x03, 0x04],
  // An archive without entries starts with its end record.
  [0x50, 0x4b, 0x05, 0x06],
];

/** The magic bytes of each format. */
const MAGICS: Readonly<Record<ArchiveFormat, readonly (readonly number[])[]>> = {
  zip: ZIP_MAGICS,
  jar: ZIP_MAGICS,
  '7z': [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  rar: [
    [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x00],
    [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00],
  ],
};

/** Number of bytes that `hasMagic` needs. */
export const MAGIC_BYTES = 8;

/**
 * The format of a filename's extension, in upper or lower case; null means
 * `unsupported_archive_extension`.
 */
export function formatOf(filename: string): ArchiveFormat | null {
  const extension = extname(filename).slice(1).toLowerCase();
  return isFormat(extension) ? extension : null;
}

/** Whether an object that starts with `head` has the format of its extension. */
export function hasMagic(format: ArchiveFormat, head: Uint8Array): boolean {
  return MAGICS[format].some((magic) => magic.every((byte, i) => head[i] === byte));
}

/**
 * Whether a declared media type, with any parameters, matches the format. True for null and for
 * `ANY_MEDIA_TYPE`.
 */
export function acceptsMediaType(format: ArchiveFormat, mediaType: string | null): boolean {
  if (mediaType === null) return true;
  const essence = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const accepted: readonly string[] = ARCHIVE_FORMATS[format].mediaTypes;
  return essence === ANY_MEDIA_TYPE || accepted.includes(essence);
}

/**
 * Returns the stored media type of a file without a declared one: that of its extension, else
 * `ANY_MEDIA_TYPE`.
 */
export function mediaTypeOf(filename: string): string {
  const format = formatOf(filename);
  return format ? ARCHIVE_FORMATS[format].mediaTypes[0] : ANY_MEDIA_TYPE;
}

function isFormat(extension: string): extension is ArchiveFormat {
  return Object.hasOwn(ARCHIVE_FORMATS, extension);
}
