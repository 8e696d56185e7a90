import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { quoted } from '../etag.js';
import { type ObjectHead, ObjectMissing } from '../storage.port.js';
import type { Bucket } from './connect.js';

/** The facts of an object with what it was marked with when it was written; null when there is none. */
export type MarkedHead = ObjectHead & { readonly mark: string | undefined };

/** The name under which a write leaves its mark, so that it knows its own after a lost answer. */
export const MARK = 'write-id';

/** What S3 tells of an object; null when there is none. */
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
      // An object without bytes comes without a length from some servers.
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

/** The same, as the port tells it. */
export async function headObject(bucket: Bucket, key: string): Promise<ObjectHead | null> {
  const found = await findObject(bucket, key);
  if (found === null) return null;
  const { mark: _, ...head } = found;
  return head;
}

/** The facts of an object that was just written; throws `ObjectMissing` where it has gone again. */
export async function writtenObject(bucket: Bucket, key: string): Promise<ObjectHead> {
  const head = await headObject(bucket, key);
  if (head === null) throw new ObjectMissing('the object was removed as soon as it was written');
  return head;
}
