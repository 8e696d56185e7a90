import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { quoted } from '../etag.js';
import { type ObjectHead, ObjectMissing } from '../storage.port.js';
import type { Bucket } from './connect.js';

/** The facts of an object and the mark of its write. */
export type MarkedHead = ObjectHead & { readonly mark: string | undefined };

/**
 * The metadata name of a write's mark. By it, a write recognizes its own object after a lost
 * response.
 */
export const MARK = 'write-id';

/** Reads the head of an object; null if it does not exist. */
export async function findObject(bucket: Bucket, key: string): Promise<MarkedHead | null> {
  try {
    const answer = await bucket.client.send(
      new HeadObjectCommand({ Bucket: bucket.name, Key: key }),
    );
    const { ETag, ContentType, LastModified, ContentLength, Metadata } = answer;
    if (ETag === undefined || LastModified === undefined) {
      throw new Error('S3 told neither the ETag nor the time of an object');
    }
    return {
      // Some servers omit the length of an empty object.
      sizeBytes: ContentLength ?? 0,
      etag: quoted(ETag),
      contentType: ContentType ?? 'application/octet-stream',
      lastModified: LastModified,
      mark: Metadata?.[MARK],
    };
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Reads the head of an object without its mark; null if it does not exist. */
export async function headObject(bucket: Bucket, key: string): Promise<ObjectHead | null> {
  const found = await findObject(bucket, key);
  if (found === null) return null;
  const { mark: _, ...head } = found;
  return head;
}

/**
 * Reads the head of an object that was just written. Throws `ObjectMissing` if it is already
 * removed.
 */
export async function writtenObject(bucket: Bucket, key: string): Promise<ObjectHead> {
  const head = await headObject(bucket, key);
  if (head === null) throw new ObjectMissing('the object was removed as soon as it was written');
  return head;
}
