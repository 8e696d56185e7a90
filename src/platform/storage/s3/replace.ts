import { verifyStream } from '../measure.js';
import { type ObjectHead, ObjectMissing, type RightBody, WrongObject } from '../storage.port.js';
import type { Bucket } from './connect.js';
import { verified } from './promote.js';
import { putInPlace } from './put.js';

/**
 * Writes checked bytes to a key in one step of the server, and reads them back. A condition on the
 * ETag would not help, because damaged bytes keep their ETag. It is also unnecessary, because only
 * correct bytes are written. Throws like `Storage`, and `WrongObject` if the key has other bytes
 * afterwards.
 */
export async function replaceObject(
  bucket: Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  { measured, contentType, signal }: RightBody & { readonly signal: AbortSignal | undefined },
): Promise<ObjectHead> {
  try {
    // Another replacement may have succeeded meanwhile, and a row may already hold its ETag.
    const winner = await verified(bucket, key, measured, signal);
    if (winner !== null) return winner;
  } catch (error) {
    if (!(error instanceof WrongObject)) throw error;
  }
  await putInPlace(bucket, key, verifyStream(body, measured, signal), contentType);
  const head = await verified(bucket, key, measured, signal);
  if (head === null) throw new ObjectMissing('the object was removed as soon as it was written');
  return head;
}
