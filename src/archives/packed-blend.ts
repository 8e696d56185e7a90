import { constants, gunzipSync } from 'node:zlib';

const MAGIC = 'BLENDER';
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];

/** Whether bytes start like a compressed Blender scene: gzip, or Zstandard since Blender 3. */
export function isPackedBlend(head: Uint8Array): boolean {
  // Node 20 cannot unpack Zstandard. The stream holds a single file in any case.
  if (ZSTANDARD.every((byte, i) => head[i] === byte)) return true;
  try {
    const unpacked = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
    return unpacked.toString('latin1', 0, MAGIC.length) === MAGIC;
  } catch {
    return false;
  }
}
