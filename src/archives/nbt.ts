import { constants, gunzipSync } from 'node:zlib';
import { CLASSIFIED_BYTES } from '../registry/contents.js';

/** The magic of tar ends here, and so does what tells one kind of content from another. */
const TOLD_BYTES = 265;
const COMPOUND = 10;
/** The types of tags are numbers up to this one. */
const LAST_TAG = 12;

/**
 * Unpacks the first bytes of gzip with NBT in it, the format of data of Minecraft; null for all else,
 * and where they do not tell. `head` has at most CLASSIFIED_BYTES, which make no more than a MiB.
 */
export function unpackNbt(head: Uint8Array): Uint8Array | null {
  const isWhole = head.length < CLASSIFIED_BYTES;
  const unpacked = gunzip(head, isWhole);
  if (!unpacked || !startsLikeNbt(unpacked)) return null;
  return isWhole || unpacked.length >= TOLD_BYTES ? unpacked : null;
}

/** Null for what is no gzip, or a broken one. */
function gunzip(packed: Uint8Array, isWhole: boolean): Uint8Array | null {
  try {
    return gunzipSync(packed, {
      finishFlush: isWhole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    });
  } catch {
    return null;
  }
}

/** A compound, its name with a length of two bytes, and the type of the first tag in it. */
function startsLikeNbt(bytes: Uint8Array): boolean {
  const [type, high = 0, low = 0] = bytes;
  const firstTag = bytes[3 + high * 256 + low];
  return type === COMPOUND && firstTag !== undefined && firstTag <= LAST_TAG;
}
