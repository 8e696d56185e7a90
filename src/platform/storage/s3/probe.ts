import { randomBytes, randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Clock } from '../../clock.js';
import { ObjectExists, PROBE_PREFIX, StoreUnavailable, UnfitStore } from '../storage.port.js';
import { requireOverwriteRefused, type S3Bucket } from './connect.js';
import { abortMultipart, joinParts, openMultipart } from './multiparts.js';
import { copyRange } from './promote.js';
import { removeObject } from './replace.js';
import { createSigner } from './signer.js';

/** The lifetime of the probe's signed URL, and the timeout of the request to it. */
const PROBE_SECONDS = 60;

/**
 * Tests the features of a bucket in which servers differ: conditional writes, copies by range and
 * signed headers. It writes test objects (`PROBE_PREFIX`) and removes them. Returns the warnings
 * for an operator, one line each. A server that joins parts over an existing object gets only a
 * warning, because `completeMultipart` also checks the key. Throws `UnfitStore` if:
 * - a conditional write overwrites, because then any client could replace scanned bytes
 * - a signed PUT accepts S3 headers that were not signed
 * - the server rejects a required request, or does not respond; `cause` is the error
 */
export async function probe(bucket: S3Bucket, clock: Clock): Promise<string[]> {
  const key = PROBE_PREFIX + randomUUID();
  try {
    await putOnce(bucket, key);
    await requireOverwriteRefused(bucket.name, putOnce(bucket, key));
    if (await copiesUnsigned(bucket, clock, key)) {
      throw new UnfitStore(
        `the object store takes x-amz-copy-source beside a signed URL in bucket ${bucket.name}, so ` +
          'that clients could copy any file into their uploads; modport needs a server that refuses it',
      );
    }
    return (await joinsOver(bucket, key))
      ? ['the object store joins parts over an object that stands']
      : [];
  } catch (error) {
    if (error instanceof UnfitStore || !(error instanceof Error)) throw error;
    const message = `the object store cannot be used with bucket ${bucket.name}: ${error.message}`;
    throw new UnfitStore(message, { cause: error });
  } finally {
    await removeObject(bucket, key).catch(() => undefined);
  }
}

/** Joins a copied part over the existing object, and returns whether the server allowed it. */
async function joinsOver(bucket: S3Bucket, key: string): Promise<boolean> {
  const multipartId = await openMultipart(bucket, key, 'application/octet-stream');
  try {
    const part = await copyRange(bucket, { key, multipartId }, 1, { from: key });
    return await succeeds(joinParts(bucket, key, multipartId, [part]));
  } finally {
    await abortMultipart(bucket, key, multipartId).catch(() => undefined);
  }
}

/** Returns whether the holder of a signed PUT can turn it into a copy of another object. */
async function copiesUnsigned(bucket: S3Bucket, clock: Clock, from: string): Promise<boolean> {
  const key = `${from}-copy`;
  const until = new Date(clock.now().getTime() + PROBE_SECONDS * 1000);
  const object = { sizeBytes: 64, contentType: 'application/octet-stream' };
  const { url, headers } = await createSigner(bucket, clock).signPut(key, object, until);
  try {
    const { ok } = await fetch(url, {
      method: 'PUT',
      headers: { ...headers, 'x-amz-copy-source': `/${bucket.name}/${from}` },
      body: randomBytes(64),
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_SECONDS * 1000),
    });
    return ok;
  } catch (error) {
    throw new StoreUnavailable('S3 does not respond to a signed URL', { cause: error });
  } finally {
    await removeObject(bucket, key).catch(() => undefined);
  }
}

async function putOnce({ client, name }: S3Bucket, key: string): Promise<void> {
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
