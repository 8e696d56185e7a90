import { constants, gunzipSync } from 'node:zlib';
import { CLASSIFIED_BYTES } from '../registry/contents.js';

/** The magic bytes of tar end here, and with them all bytes that distinguish kinds of content. */
const TOLD_BYTES = 265;
const COMPOUND = 10;
/** The largest number of a tag type. */
const LAST_TAG = 12;

/**
 * Unpacks the first bytes of gzipped NBT, the data format of Minecraft. Returns null for anything
 * else, or if the bytes are too few. `head` has at most CLASSIFIED_BYTES, which unpack to at most a
 * MiB.
 */
export function unpackNbt(head: Uint8Array): Uint8Array | null {
  const isWhole = head.length < CLASSIFIED_BYTES;
  const unpacked = gunzip(head, isWhole);
  if (!unpacked || !startsLikeNbt(unpacked)) return null;
  return isWhole || unpacked.length >= TOLD_BYTES ? unpacked : null;
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
