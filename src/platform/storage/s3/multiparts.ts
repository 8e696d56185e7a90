import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { quoted } from '../../http/headers.js';
import { ObjectExists, type ObjectHead, ObjectMissing, type StoredPart } from '../storage.port.js';
import { type S3Bucket, SENDING } from './connect.js';
import { findObject, MARK, writtenObject } from './read.js';

/** The MD5 of bytes in the form of `Content-MD5`. */
export const md5Of = (bytes: Uint8Array): string =>
  createHash('md5').update(bytes).digest('base64');

/** A part as named in a completion. */
export type NamedPart = Pick<StoredPart, 'partNumber' | 'etag'>;

/** A part and the time of its arrival. */
type DatedPart = StoredPart & { readonly storedAt: Date };

/**
 * Opens a multipart upload and returns its id. S3 stores `mark` with the finished object. By the
 * mark, a write recognizes its own object after a lost response.
 */
export async function openMultipart(
  bucket: S3Bucket,
  key: string,
  contentType: string,
  mark?: string,
): Promise<string> {
  const { UploadId } = await bucket.client.send(
    new CreateMultipartUploadCommand({
      Bucket: bucket.name,
      Key: key,
      ContentType: contentType,
      ...(mark === undefined ? {} : { Metadata: { [MARK]: mark } }),
    }),
  );
  if (UploadId === undefined) throw new Error('S3 opened a multipart upload without an id');
  return UploadId;
}

/**
 * Sends one part of the service's own bytes. S3 checks its MD5. Throws `ObjectMissing` if the upload
 * has ended.
 */
export async function sendPart(
  bucket: S3Bucket,
  upload: { readonly key: string; readonly multipartId: string },
  partNumber: number,
  bytes: Buffer,
): Promise<NamedPart> {
  const { ETag } = await bucket.client.send(
    new UploadPartCommand({
      Bucket: bucket.name,
      Key: upload.key,
      UploadId: upload.multipartId,
      PartNumber: partNumber,
      Body: bytes,
      ContentLength: bytes.length,
      ContentMD5: md5Of(bytes),
    }),
    SENDING,
  );
  if (ETag === undefined) throw new Error('S3 stored a part without returning its ETag');
  return { partNumber, etag: quoted(ETag) };
}

/** The maximum number of parts in S3. */
const PARTS_MAX = 10_000;

/** All parts that S3 holds, in order. Throws `ObjectMissing` if the upload is unknown or has ended. */
export async function listParts(
  bucket: S3Bucket,
  key: string,
  multipartId: string,
): Promise<DatedPart[]> {
  const parts: DatedPart[] = [];
  let after: string | undefined;
  do {
    const page = await bucket.client.send(
      new ListPartsCommand({
        Bucket: bucket.name,
        Key: key,
        UploadId: multipartId,
        PartNumberMarker: after,
      }),
    );
    if (parts.length > PARTS_MAX) throw new Error('S3 lists more parts than an upload can have');
    for (const { PartNumber = 0, ETag = '', Size = 0, LastModified } of page.Parts ?? []) {
      parts.push({
        partNumber: PartNumber,
        etag: quoted(ETag),
        sizeBytes: Size,
        storedAt: LastModified ?? new Date(0),
      });
    }
    const next = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    if (next !== undefined && next === after) throw new Error('S3 lists the same parts again');
    after = next;
  } while (after !== undefined);
  return parts.sort((a, b) => a.partNumber - b.partNumber);
}

/**
 * Joins the parts to an object and returns its head. Throws `ObjectExists` if the key is taken,
 * even by an earlier completion of the same upload. S3 checks that condition. On a server that does
 * not, only this function checks the key first, which misses simultaneous completions of one key.
 * Throws `PartMismatch`, and `ObjectMissing` for an unknown upload.
 */
export async function completeMultipart(
  bucket: S3Bucket,
  key: string,
  multipartId: string,
  parts: readonly NamedPart[],
): Promise<ObjectHead> {
  if ((await findObject(bucket, key)) !== null) throw new ObjectExists('the key is taken');
  try {
    await joinParts(bucket, key, multipartId, parts);
  } catch (error) {
    // Another client completed the upload, or an earlier attempt whose response was lost.
    const ended = error instanceof ObjectMissing && (await findObject(bucket, key)) !== null;
    throw ended ? new ObjectExists('the key is taken', { cause: error }) : error;
  }
  return writtenObject(bucket, key);
}

/**
 * Joins the parts without a check beforehand. Throws `ObjectExists` if the key is taken, on a
 * server that checks that condition. Any other server overwrites the object. Throws `PartMismatch`,
 * and `ObjectMissing` if the upload is unknown or has ended.
 */
export async function joinParts(
  bucket: S3Bucket,
  key: string,
  multipartId: string,
  parts: readonly NamedPart[],
): Promise<void> {
  await join(bucket, key, multipartId, parts, { IfNoneMatch: '*' });
}

/**
 * Joins the parts to an object and replaces an existing one. Throws `PartMismatch`, and
 * `ObjectMissing` if the upload is unknown or has ended.
 */
export async function joinAndReplace(
  bucket: S3Bucket,
  key: string,
  multipartId: string,
  parts: readonly NamedPart[],
): Promise<void> {
  await join(bucket, key, multipartId, parts, {});
}

async function join(
  bucket: S3Bucket,
  key: string,
  multipartId: string,
  parts: readonly NamedPart[],
  condition: { readonly IfNoneMatch?: '*' },
): Promise<void> {
  const named = parts.map(({ partNumber, etag }) => ({
    PartNumber: partNumber,
    ETag: quoted(etag),
  }));
  await bucket.patient.send(
    new CompleteMultipartUploadCommand({
      Bucket: bucket.name,
      Key: key,
      UploadId: multipartId,
      ...condition,
      MultipartUpload: { Parts: named },
    }),
  );
}

/** Aborts an upload and frees its parts. Ignores an upload that has already ended. */
export async function abortMultipart(
  bucket: S3Bucket,
  key: string,
  multipartId: string,
): Promise<void> {
  try {
    await bucket.client.send(
      new AbortMultipartUploadCommand({ Bucket: bucket.name, Key: key, UploadId: multipartId }),
    );
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
}
