import { UploadPartCopyCommand } from '@aws-sdk/client-s3';
import { quoted } from '../../http/headers.js';
import { verifyToEnd } from '../byte-streams.js';
import {
  type ByteRange,
  type MeasuredBytes,
  ObjectExists,
  type ObjectHead,
  ObjectMissing,
  OtherBytes,
  WrongObject,
} from '../storage.port.js';
import type { S3Bucket } from './connect.js';
import { abortMultipart, completeMultipart, type NamedPart, openMultipart } from './multiparts.js';
import { putObject } from './put.js';
import { headObject, readObject } from './read.js';

/**
 * The bytes to copy: a range or the whole object. With an ETag, only that version of the object.
 */
interface CopySource {
  readonly from: string;
  readonly etag?: string;
  readonly range?: ByteRange | undefined;
}

/**
 * Copies bytes of an object into a part of an upload, within the bucket. Throws `ObjectMissing`,
 * also if the source has another ETag.
 */
export async function copyRange(
  bucket: S3Bucket,
  upload: { readonly key: string; readonly multipartId: string },
  partNumber: number,
  { from, etag, range }: CopySource,
): Promise<NamedPart> {
  const { CopyPartResult } = await bucket.patient
    .send(
      new UploadPartCopyCommand({
        Bucket: bucket.name,
        Key: upload.key,
        UploadId: upload.multipartId,
        PartNumber: partNumber,
        CopySource: `${bucket.name}/${from.split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: etag,
        CopySourceRange: range && `bytes=${range.start}-${range.end}`,
      }),
    )
    .catch((error: unknown) => {
      // The only condition of this request is that of the source.
      if (!(error instanceof ObjectExists)) throw error;
      throw new ObjectMissing('the source was replaced before it was copied', { cause: error });
    });
  if (CopyPartResult?.ETag === undefined)
    throw new Error('S3 copied an object without returning its ETag');
  return { partNumber, etag: quoted(CopyPartResult.ETag) };
}

/**
 * The bytes per copy request, small enough for any server to respond in time. 20 GiB take 160
 * requests.
 */
export const COPY_BYTES = 128 * 1024 * 1024;
const COPIES_AT_ONCE = 4;

/**
 * Copies within the bucket and never overwrites. If `to` already has an object, it copies nothing:
 * it reads and hashes that object, and returns its head, or throws `WrongObject`. Otherwise it
 * copies ranges into a multipart upload, because that has no size limit, and few servers support a
 * condition on a plain copy. An ETag does not prove the digest. So it reads and hashes the source
 * before the copy and the object at `to` after it: twice all bytes. Throws like `Storage`.
 */
export async function promoteObject(
  bucket: S3Bucket,
  { from, to, measured, signal, copyBytes }: Promotion,
): Promise<ObjectHead> {
  const existing = await verified(bucket, to, measured, signal);
  if (existing !== null) return existing;
  const source = await headObject(bucket, from);
  if (source === null) throw new ObjectMissing('there is nothing to promote');
  if (source.sizeBytes !== measured.sizeBytes) {
    throw new OtherBytes(`the source has ${source.sizeBytes} bytes`);
  }
  try {
    // Checked before the copy, because a wrong copy at `to` would look like an object of another
    // writer.
    await verifyToEnd(await readObject(bucket, from, { etag: source.etag }), measured, signal);
    // An empty object has no ranges.
    if (source.sizeBytes === 0) await putObject(bucket, to, nothing(), source.contentType);
    else await copy(bucket, { from, to, source, copyBytes, signal });
  } catch (error) {
    // Another promotion of the same bytes was faster, or finished and removed the source.
    const isLate = error instanceof ObjectExists || error instanceof ObjectMissing;
    const winner = isLate ? await verified(bucket, to, measured, signal) : null;
    if (winner !== null) return winner;
    throw error;
  }
  const made = await verified(bucket, to, measured, signal);
  if (made === null) throw new ObjectMissing('the copy was removed as soon as it was written');
  return made;
}

/** The two keys of a promotion, and the expected bytes. */
interface Promotion {
  readonly from: string;
  readonly to: string;
  readonly measured: MeasuredBytes;
  readonly signal: AbortSignal | undefined;
  readonly copyBytes: number;
}

/**
 * Reads the bytes of an object and returns its head. Null if it does not exist, or is removed or
 * replaced meanwhile. Throws `WrongObject`, and the reason of an aborted `signal`.
 */
export async function verified(
  bucket: S3Bucket,
  key: string,
  measured: MeasuredBytes,
  signal: AbortSignal | undefined,
): Promise<ObjectHead | null> {
  const head = await headObject(bucket, key);
  if (head === null) return null;
  try {
    await verifyToEnd(await readObject(bucket, key, { etag: head.etag }), measured, signal);
    return head;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error instanceof OtherBytes ? new WrongObject(error.message) : error;
  }
}

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly source: ObjectHead;
  readonly copyBytes: number;
  readonly signal: AbortSignal | undefined;
}

async function copy(bucket: S3Bucket, copying: Copying): Promise<void> {
  const { to, source } = copying;
  const multipartId = await openMultipart(bucket, to, source.contentType);
  try {
    const parts = await copyParts(bucket, copying, multipartId);
    await completeMultipart(bucket, to, multipartId, parts);
  } catch (error) {
    // If this fails, a sweep aborts the upload.
    await abortMultipart(bucket, to, multipartId).catch(() => undefined);
    throw error;
  }
}

async function copyParts(
  bucket: S3Bucket,
  copying: Copying,
  multipartId: string,
): Promise<NamedPart[]> {
  const count = Math.ceil(copying.source.sizeBytes / copying.copyBytes);
  const parts: NamedPart[] = [];
  let next = 1;
  let hasFailed = false;
  const copyUntilDone = async (): Promise<void> => {
    while (next <= count && !hasFailed) {
      copying.signal?.throwIfAborted();
      const partNumber = next;
      next += 1;
      parts[partNumber - 1] = await copyPart(bucket, copying, multipartId, partNumber);
    }
  };
  const copies = Array.from({ length: Math.min(count, COPIES_AT_ONCE) }, () =>
    copyUntilDone().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  // All copies must end before the upload is aborted; a later part would stay behind.
  for (const ended of await Promise.allSettled(copies)) {
    if (ended.status === 'rejected') throw ended.reason;
  }
  return parts;
}

function copyPart(
  bucket: S3Bucket,
  { from, to, source, copyBytes }: Copying,
  multipartId: string,
  partNumber: number,
): Promise<NamedPart> {
  const start = (partNumber - 1) * copyBytes;
  const end = Math.min(start + copyBytes, source.sizeBytes) - 1;
  // AWS accepts a range only for objects above 5 MiB.
  const range = source.sizeBytes <= copyBytes ? undefined : { start, end };
  const upload = { key: to, multipartId };
  return copyRange(bucket, upload, partNumber, { from, etag: source.etag, range });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
