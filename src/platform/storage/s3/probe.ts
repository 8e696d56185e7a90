import { randomBytes, randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ObjectExists, PROBE_PREFIX, UnfitStore } from '../storage.port.js';
import type { Bucket } from './connect.js';
import { copyRange } from './copy-range.js';
import { abortMultipart, joinParts, openMultipart } from './multiparts.js';
import { removeObject } from './remove.js';

/**
 * Tries on the bucket itself what servers differ in: a write that must not overwrite, and a copy by
 * ranges. Throws `UnfitStore` where the first overwrites, for then any client could replace what
 * was scanned, and where something is refused. Answers what an operator should know, in a line each.
 */
export async function probe(bucket: Bucket): Promise<string[]> {
  const key = PROBE_PREFIX + randomUUID();
  try {
    await putOnce(bucket, key);
    if (await succeeds(putOnce(bucket, key))) {
      throw new UnfitStore(
        `the object store ignores If-None-Match: * in bucket ${bucket.name}, so that clients ` +
          'could overwrite files; modport needs a server that keeps that condition',
      );
    }
    return (await joinsOver(bucket, key))
      ? ['the object store joins parts over an object that stands']
      : [];
  } catch (error) {
    if (error instanceof UnfitStore || !(error instanceof Error)) throw error;
    const told = `the object store cannot be used with bucket ${bucket.name}: ${error.message}`;
    throw new UnfitStore(told, { cause: error });
  } finally {
    await removeObject(bucket, key).catch(() => undefined);
  }
}

/** Copies an object onto itself, as a promotion does, and tells whether that was let through. */
async function joinsOver(bucket: Bucket, key: string): Promise<boolean> {
  const multipartId = await openMultipart(bucket, key, 'application/octet-stream');
  try {
    const part = await copyRange(bucket, { key, multipartId }, 1, { from: key });
    return await succeeds(joinParts(bucket, key, multipartId, [part]));
  } finally {
    await abortMultipart(bucket, key, multipartId).catch(() => undefined);
  }
}

async function putOnce({ client, name }: Bucket, key: string): Promise<void> {
  const object = { Bucket: name, Key: key, Body: randomBytes(64), ContentLength: 64 };
  await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
}

async function succeeds(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ObjectExists) return false;
    throw error;
  }
}
