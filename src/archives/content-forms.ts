import { constants, gunzipSync } from 'node:zlib';
import { CLASSIFIED_BYTES } from '../registry/contents.js';

/** The name of a macOS folder icon, and of its AppleDouble file. */
const NAME = /(?<=^|\/)(?:\._)?Icon\r$/;

const APPLE_DOUBLE = [0x00, 0x05, 0x16, 0x07];
const COUNT_AT = 24;
const HEADER_BYTES = 26;
const RECORD_BYTES = 12;
const DATA_FORK = 1;

/** Removes the carriage return at the end of a folder icon's name. Other paths stay unchanged. */
export function withoutIconEnd(path: string): string {
  return NAME.test(path) ? path.slice(0, -1) : path;
}

/** Whether a file has no data: it is empty, or an AppleDouble file with only resources. */
export function hasNoData(head: Uint8Array): boolean {
  if (head.length === 0) return true;
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (bytes.length < HEADER_BYTES || !APPLE_DOUBLE.every((byte, i) => bytes[i] === byte)) {
    return false;
  }
  const end = HEADER_BYTES + bytes.readUInt16BE(COUNT_AT) * RECORD_BYTES;
  if (end > bytes.length) return false;
  for (let at = HEADER_BYTES; at < end; at += RECORD_BYTES) {
    if (bytes.readUInt32BE(at) === DATA_FORK) return false;
  }
  return true;
}

/**
 * Number of first bytes that distinguish all kinds of content. The magic bytes of tar are at the
 * end of this range.
 */
const DISTINCTIVE_BYTES = 265;
const COMPOUND = 10;
/** The largest number of a tag type. */
const LAST_TAG = 12;

/**
 * Unpacks the first bytes of gzipped NBT, the data format of Minecraft, so that the caller can
 * classify them: NBT and an archive may begin alike. Returns null for other content, and if `head`
 * unpacks to too few bytes to classify. `head` has at most CLASSIFIED_BYTES, which unpack to at
 * most one MiB. A shorter `head` is the whole content.
 */
export function unpackNbt(head: Uint8Array): Uint8Array | null {
  const isWhole = head.length < CLASSIFIED_BYTES;
  const unpacked = gunzip(head, isWhole);
  if (!unpacked || !startsLikeNbt(unpacked)) return null;
  return isWhole || unpacked.length >= DISTINCTIVE_BYTES ? unpacked : null;
}

/** Returns null if the bytes are not valid gzip. */
function gunzip(packed: Uint8Array, isWhole: boolean): Uint8Array | null {
  try {
    return gunzipSync(packed, {
      finishFlush: isWhole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    });
  } catch {
    return null;
  }
}

/** A compound tag, its name with a two-byte length, and the type of its first tag. */
function startsLikeNbt(bytes: Uint8Array): boolean {
  const [type, high = 0, low = 0] = bytes;
  const firstTag = bytes[3 + high * 256 + low];
  return type === COMPOUND && firstTag !== undefined && firstTag <= LAST_TAG;
}

const BLEND_MAGIC = 'BLENDER';
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * Whether bytes may start a compressed Blender scene: gzip with the magic of a scene, or any
 * Zstandard, which Blender 3 and later write.
 */
export function isPackedBlend(head: Uint8Array): boolean {
  // Node 20 cannot unpack Zstandard, so other content passes too. A stream holds only one file.
  if (ZSTANDARD.every((byte, i) => head[i] === byte)) return true;
  try {
    const unpacked = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
    return unpacked.toString('latin1', 0, BLEND_MAGIC.length) === BLEND_MAGIC;
  } catch {
    return false;
  }
}
