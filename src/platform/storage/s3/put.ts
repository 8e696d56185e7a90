import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ObjectExists, type ObjectHead } from '../storage.port.js';
import { type S3Bucket, SENDING } from './connect.js';
import {
  abortMultipart,
  completeMultipart,
  joinAndReplace,
  md5Of,
  type NamedPart,
  openMultipart,
  sendPart,
} from './multiparts.js';
import { findObject, MARK, writtenObject } from './read.js';

/** The size of one part; memory holds at most two. 10,000 parts hold 78 GiB. */
const BLOCK_BYTES = 8 * 1024 * 1024;

/** A write in progress. */
interface Write {
  readonly key: string;
  readonly contentType: string;
  /** Unique among all writes to the same key. */
  readonly mark: string;
  /** True to replace an existing object. */
  readonly replaces: boolean;
}

/**
 * Writes a whole object of up to 78 GiB with bounded memory. Small objects take one request, larger
 * ones are sent in parts. The object appears only after its last byte. Throws `ObjectExists`, and
 * the errors of `body` and of the port (`toStoreError`). After an error it closes a `body` that it
 * has begun to read, and aborts the parts.
 */
export async function putObject(
  bucket: S3Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<ObjectHead> {
  if ((await findObject(bucket, key)) !== null) throw new ObjectExists('the key is taken');
  const write = { key, contentType, mark: randomUUID(), replaces: false };
  const blocks = inBlocks(body);
  try {
    await send(bucket, write, blocks);
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error;
    // After an attempt whose response was lost, the retry finds the key taken by this very write.
    if ((await findObject(bucket, key))?.mark !== write.mark) throw error;
  } finally {
    await blocks.return(undefined);
  }
  return writtenObject(bucket, key);
}

/**
 * Writes an object and replaces an existing one. The server replaces it in one step, after the last
 * byte. Throws the errors of `putObject` except `ObjectExists`; then the existing object stays.
 */
export async function putInPlace(
  bucket: S3Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<void> {
  const blocks = inBlocks(body);
  try {
    await send(bucket, { key, contentType, mark: randomUUID(), replaces: true }, blocks);
  } finally {
    await blocks.return(undefined);
  }
}

async function send(
  bucket: S3Bucket,
  write: Write,
  blocks: AsyncGenerator<Buffer, undefined>,
): Promise<void> {
  const first = await blocks.next();
  if (first.done) return putWhole(bucket, write, Buffer.alloc(0));
  const second = await blocks.next();
  if (second.done) return putWhole(bucket, write, first.value);
  return putParts(bucket, write, startingWith([first.value, second.value], blocks));
}

async function putWhole(bucket: S3Bucket, write: Write, bytes: Buffer): Promise<void> {
  await bucket.client.send(
    new PutObjectCommand({
      Bucket: bucket.name,
      Key: write.key,
      Body: bytes,
      ContentLength: bytes.length,
      ContentType: write.contentType,
      ContentMD5: md5Of(bytes),
      ...(write.replaces ? {} : { IfNoneMatch: '*' }),
      Metadata: { [MARK]: write.mark },
    }),
    SENDING,
  );
}

async function putParts(
  bucket: S3Bucket,
  { key, contentType, mark, replaces }: Write,
  blocks: AsyncIterable<Buffer>,
): Promise<void> {
  const multipartId = await openMultipart(bucket, key, contentType, mark);
  try {
    const parts: NamedPart[] = [];
    for await (const block of blocks) {
      parts.push(await sendPart(bucket, { key, multipartId }, parts.length + 1, block));
    }
    if (replaces) await joinAndReplace(bucket, key, multipartId, parts);
    else await completeMultipart(bucket, key, multipartId, parts);
  } catch (error) {
    // If this fails, a sweep aborts the upload.
    await abortMultipart(bucket, key, multipartId).catch(() => undefined);
    throw error;
  }
}

/** Splits the bytes into blocks of one size, except the last. Each block has its own memory. */
async function* inBlocks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let filledBytes = 0;
  for await (const chunk of body) {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, BLOCK_BYTES - filledBytes);
      block.set(taken, filledBytes);
      filledBytes += taken.length;
      rest = rest.subarray(taken.length);
      if (filledBytes < BLOCK_BYTES) continue;
      yield block;
      block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      filledBytes = 0;
    }
  }
  if (filledBytes > 0) yield block.subarray(0, filledBytes);
  return undefined;
}

/** Yields the first blocks and then the others. Removes each of the first from the array. */
async function* startingWith(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let block = first.shift(); block; block = first.shift()) yield block;
  yield* rest;
}
