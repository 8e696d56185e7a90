import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { verifyStream } from '../byte-streams.js';
import {
  type BodyFacts,
  type ListedMultipart,
  type ObjectHead,
  ObjectMissing,
  PROBE_PREFIX,
  STAGING_PREFIX,
  WrongObject,
} from '../storage.port.js';
import type { S3Bucket } from './connect.js';
import { createS3Listing } from './listing.js';
import { abortMultipart, listParts } from './multiparts.js';
import { verified } from './promote.js';
import { putInPlace } from './put.js';

/**
 * Writes checked bytes to a key in one step of the server, and reads them back. First it reads and
 * hashes the present object. An object that already has the right bytes stays; this returns its
 * head and does not read `body`. A condition on the ETag would not help, because damaged bytes keep
 * their ETag. It is also unnecessary, because only correct bytes are written. Throws like
 * `Storage`, and `WrongObject` if the key has other bytes afterwards.
 */
export async function replaceObject(
  bucket: S3Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  { measured, contentType, signal }: BodyFacts & { readonly signal: AbortSignal | undefined },
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

/**
 * Aborts the unfinished uploads to a key, and then removes its object. Ignores absent ones. Once
 * `signal` is aborted, it begins neither, because a new upload to the key may exist.
 */
export async function removeObject(
  bucket: S3Bucket,
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  for await (const upload of openUploads(bucket, key)) {
    signal?.throwIfAborted();
    if (upload.key === key) await abortMultipart(bucket, key, upload.multipartId);
  }
  signal?.throwIfAborted();
  await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key }), {
    ...(signal ? { abortSignal: signal } : {}),
  });
}

/**
 * Aborts uploads that were opened and last extended before `olderThan`, except staged ones. Also
 * removes probe objects of crashed processes: those of one page that were last written before
 * `olderThan`. Returns the number of both.
 */
export async function sweepBucket(bucket: S3Bucket, olderThan: Date): Promise<number> {
  let removed = 0;
  for await (const { key, multipartId, initiatedAt } of openUploads(bucket, '')) {
    if (key.startsWith(STAGING_PREFIX)) continue;
    if (initiatedAt >= olderThan || !(await isIdle(bucket, key, multipartId, olderThan))) continue;
    await abortMultipart(bucket, key, multipartId);
    removed += 1;
  }
  for (const { key, lastModified } of await createS3Listing(bucket).list(PROBE_PREFIX)) {
    if (lastModified >= olderThan) continue;
    await removeObject(bucket, key);
    removed += 1;
  }
  return removed;
}

async function isIdle(
  bucket: S3Bucket,
  key: string,
  multipartId: string,
  since: Date,
): Promise<boolean> {
  try {
    const parts = await listParts(bucket, key, multipartId);
    return parts.every(({ storedAt }) => storedAt < since);
  } catch (error) {
    // The upload was completed or aborted after it was listed.
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}

async function* openUploads(bucket: S3Bucket, prefix: string): AsyncGenerator<ListedMultipart> {
  const listing = createS3Listing(bucket);
  let page = await listing.listMultiparts(prefix);
  while (page.length > 0) {
    yield* page;
    page = await listing.listMultiparts(prefix, page.at(-1));
  }
}
