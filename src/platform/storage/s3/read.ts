import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type ByteRange, ObjectMissing, StoreUnavailable } from '../storage.port.js';
import type { Bucket } from './connect.js';

/** How often reading goes on after a break without a byte having come in between. */
const RESUMES = 3;

/** An answer with bytes. */
interface Opened {
  readonly body: Readable;
  readonly sizeBytes: number;
  readonly etag: string | undefined;
}

/**
 * The bytes of an object, or those of `range`. A connection that breaks off, or falls silent, is
 * taken up again where it ended: long reads outlive short troubles. Throws `ObjectMissing`, and
 * `StoreUnavailable` when nothing more comes.
 */
export async function readObject(
  bucket: Bucket,
  key: string,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array>> {
  if (range !== undefined && !(range.start >= 0 && range.start <= range.end)) {
    throw new RangeError('a byte range starts at 0 or later and ends where it starts or later');
  }
  const first = await openAt(bucket, key, range);
  return inOrder(bucket, key, first, range?.start ?? 0);
}

async function openAt(bucket: Bucket, key: string, range?: ByteRange): Promise<Opened> {
  const answer = await bucket.client.send(
    new GetObjectCommand({
      Bucket: bucket.name,
      Key: key,
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    }),
  );
  const { Body, ContentLength, ETag } = answer;
  if (!(Body instanceof Readable) || ContentLength === undefined) {
    throw new Error('S3 answered without a body of known length');
  }
  return { body: Body, sizeBytes: ContentLength, etag: ETag };
}

async function* inOrder(
  bucket: Bucket,
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
      throw new StoreUnavailable('S3 does not give all bytes of an object', { cause: reason });
    }
    current = await openAt(bucket, key, { start: at, end: end - 1 });
    if (current.etag !== first.etag) {
      current.body.destroy();
      throw new ObjectMissing('the object was replaced while it was read');
    }
  }
}
