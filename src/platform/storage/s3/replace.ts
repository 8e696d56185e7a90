import { passExactly } from '../measure.js';
import { type ObjectHead, ObjectMissing, type RightBody, WrongObject } from '../storage.port.js';
import type { Bucket } from './connect.js';
import { verified } from './promote.js';
import { putInPlace } from './put.js';

/**
 * Puts checked bytes at a key in one step of the server, and reads them back. A condition on the
 * ETag would not help: bytes that rot keep it. None is needed, as only right bytes are written.
 * Throws as `Storage` has it, and `WrongObject` if the key has other bytes afterwards.
 */
export async function replaceObject(
  bucket: Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  { measured, contentType, signal }: RightBody & { readonly signal: AbortSignal | undefined },
): Promise<ObjectHead> {
  try {
    // Another replacement may have ended meanwhile, and a row may have its ETag.
    const winner = await verified(bucket, key, measured, signal);
    if (winner !== null) return winner;
  } catch (error) {
    if (!(error instanceof WrongObject)) throw error;
  }
  await putInPlace(bucket, key, passExactly(body, measured, signal), contentType);
  const head = await verified(bucket, key, measured, signal);
  if (head === null) throw new ObjectMissing('the object was removed as soon as it was written');
  return head;
}
