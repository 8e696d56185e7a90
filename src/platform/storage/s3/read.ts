import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { quoted } from '../../http/headers.js';
import {
  type ByteRange,
  type ObjectHead,
  ObjectMissing,
  StoreUnavailable,
} from '../storage.port.js';
import type { S3Bucket } from './connect.js';

/** The number of attempts to resume a read without any progress. */
const RESUMES = 3;

/** A response with a body. */
interface Opened {
  readonly body: Readable;
  readonly sizeBytes: number;
  readonly etag: string | undefined;
}

/**
 * The bytes to read: a range or the whole object. With an ETag, only that version of the object.
 */
interface Reading {
  readonly range?: ByteRange | undefined;
  readonly etag?: string;
}

/**
 * The bytes of an object, or those of `range`. If the connection breaks or times out, the read
 * resumes at the same offset, so long reads survive short failures. Throws `ObjectMissing`, also if
 * the object's ETag is not `etag`, or has changed when the read resumes. Throws `StoreUnavailable`
 * if resuming fails or the server sends another range, and RangeError for an invalid `range`. Bytes
 * that are never read keep a connection; `readLater` opens them with the first chunk.
 */
export async function readObject(
  bucket: S3Bucket,
  key: string,
  { range, etag }: Reading = {},
): Promise<AsyncIterable<Uint8Array>> {
  if (range !== undefined && !(range.start >= 0 && range.start <= range.end)) {
    throw new RangeError('a byte range starts at 0 or later and ends where it starts or later');
  }
  const first = await openAt(bucket, key, range);
  if (etag !== undefined && first.etag !== etag) {
    first.body.destroy();
    throw new ObjectMissing('the object was replaced before it was read');
  }
  return inOrder(bucket, key, first, range?.start ?? 0);
}

async function openAt(bucket: S3Bucket, key: string, range?: ByteRange): Promise<Opened> {
  const response = await bucket.client.send(
    new GetObjectCommand({
      Bucket: bucket.name,
      Key: key,
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    }),
  );
  const { Body, ContentLength, ContentRange, ETag } = response;
  if (!(Body instanceof Readable) || ContentLength === undefined) {
    throw new Error('S3 responded without a body of known length');
  }
  if (range !== undefined && !isOfRange(range, ContentLength, ContentRange)) {
    Body.destroy();
    throw new StoreUnavailable('S3 returned another range than the requested one');
  }
  return { body: Body, sizeBytes: ContentLength, etag: ETag && quoted(ETag) };
}

/** A server without range support sends the whole object with status 200. */
function isOfRange(range: ByteRange, lengthBytes: number, contentRange = ''): boolean {
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(contentRange) ?? [];
  const isFilled = Number(end) <= range.end && Number(end) - Number(start) + 1 === lengthBytes;
  return Number(start) === range.start && isFilled;
}

async function* inOrder(
  bucket: S3Bucket,
  key: string,
  first: Opened,
  start: number,
): AsyncGenerator<Uint8Array> {
  const end = start + first.sizeBytes;
  let at = start;
  let current = first;
  for (let breaks = 0; ; breaks += 1) {
    let reason: unknown;
    try {
      for await (const chunk of current.body) {
        at += chunk.length;
        breaks = 0;
        yield chunk;
      }
    } catch (error) {
      reason = error;
    }
    if (at === end) return;
    if (at > end || breaks >= RESUMES) {
      throw new StoreUnavailable('S3 did not return all bytes of an object', { cause: reason });
    }
    current = await openAt(bucket, key, { start: at, end: end - 1 });
    if (current.etag !== first.etag) {
      current.body.destroy();
      throw new ObjectMissing('the object was replaced while it was read');
    }
  }
}

/** The facts of an object and the mark of its write. */
type MarkedHead = ObjectHead & { readonly mark: string | undefined };

/**
 * The metadata name of a write's mark. By it, a write recognizes its own object after a lost
 * response.
 */
export const MARK = 'write-id';

/** Reads the head of an object; null if it does not exist. */
export async function findObject(bucket: S3Bucket, key: string): Promise<MarkedHead | null> {
  try {
    const response = await bucket.client.send(
      new HeadObjectCommand({ Bucket: bucket.name, Key: key }),
    );
    const { ETag, ContentType, LastModified, ContentLength, Metadata } = response;
    if (ETag === undefined || LastModified === undefined) {
      throw new Error('S3 returned neither the ETag nor the time of an object');
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
export async function headObject(bucket: S3Bucket, key: string): Promise<ObjectHead | null> {
  const found = await findObject(bucket, key);
  if (found === null) return null;
  const { mark: _, ...head } = found;
  return head;
}

/**
 * Reads the head of an object that was just written. Throws `ObjectMissing` if it is already
 * removed.
 */
export async function writtenObject(bucket: S3Bucket, key: string): Promise<ObjectHead> {
  const head = await headObject(bucket, key);
  if (head === null) throw new ObjectMissing('the object was removed as soon as it was written');
  return head;
}
