import type { Clock } from '../clock.js';
import type { HostedStorage } from './hosted-storage.js';
import { connectBucket, createPing, type S3Bucket } from './s3/connect.js';
import { createS3Listing } from './s3/listing.js';
import { abortMultipart, completeMultipart, listParts, openMultipart } from './s3/multiparts.js';
import { probe } from './s3/probe.js';
import { COPY_BYTES, promoteObject } from './s3/promote.js';
import { putObject } from './s3/put.js';
import { headObject, readObject } from './s3/read.js';
import { removeObject, replaceObject, sweepBucket } from './s3/replace.js';
import type { S3Settings } from './s3/settings.js';
import { createSigner, type Signer } from './s3/signer.js';

/** Options of an S3 store. */
export interface S3StorageOptions {
  readonly settings: S3Settings;
  readonly storeName: string;
  readonly clock: Clock;
  /** The bytes per copy request of a promotion, at least 5 MiB; `COPY_BYTES` if unset. */
  readonly copyBytes?: number;
}

/** A bucket of S3, or of a compatible server. */
export interface S3Storage extends HostedStorage {
  readonly handler: null;
  /**
   * Tests the bucket. Throws `UnfitStore` if the server or bucket cannot keep the guarantees of
   * `Storage`, or does not respond. Returns the warnings for an operator, one line each.
   */
  probe(): Promise<string[]>;
}

/**
 * Creates the store of a bucket. Clients exchange bytes with it directly, never through this
 * process.
 */
export function createS3Storage(options: S3StorageOptions): S3Storage {
  const { settings, storeName, clock, copyBytes = COPY_BYTES } = options;
  const bucket = connectBucket(settings, clock);
  const ping = createPing(bucket);
  const read: HostedStorage['read'] = (key, range) => readObject(bucket, key, { range });
  return {
    storeName,
    handler: null,
    put: (key, body, contentType) => putObject(bucket, key, body, contentType),
    head: (key) => headObject(bucket, key),
    read,
    readTransient: read,
    promote: (from, to, measured, signal) =>
      promoteObject(bucket, { from, to, measured, signal, copyBytes }),
    replace: (key, body, right, signal) => replaceObject(bucket, key, body, { ...right, signal }),
    remove: (key, signal) => removeObject(bucket, key, signal),
    ...signerOf(bucket, clock, ping),
    ...multipartsOf(bucket),
    ...createS3Listing(bucket),
    ping: () => ping.send(),
    clockAheadSeconds: () => bucket.clockAheadSeconds(),
    probe: () => probe(bucket, clock),
    sweep: (olderThan) => sweepBucket(bucket, olderThan),
    async close() {
      await ping.forget();
      bucket.close();
    },
  };
}

/** Signs addresses. Those for writes need a fit store: they could overwrite checked bytes. */
function signerOf(bucket: S3Bucket, clock: Clock, ping: ReturnType<typeof createPing>): Signer {
  const signer = createSigner(bucket, clock);
  return {
    ...signer,
    async signPut(...args) {
      ping.requireFit();
      return signer.signPut(...args);
    },
    async signPart(...args) {
      ping.requireFit();
      return signer.signPart(...args);
    },
  };
}

/** Uploads in parts. */
function multipartsOf(
  bucket: S3Bucket,
): Pick<S3Storage, 'createMultipart' | 'listParts' | 'completeMultipart' | 'abortMultipart'> {
  return {
    createMultipart: (key, { contentType }) => openMultipart(bucket, key, contentType),
    async listParts(key, multipartId) {
      const parts = await listParts(bucket, key, multipartId);
      return parts.map(({ partNumber, etag, sizeBytes }) => ({ partNumber, etag, sizeBytes }));
    },
    completeMultipart: (key, multipartId, parts) =>
      completeMultipart(bucket, key, multipartId, parts),
    abortMultipart: (key, multipartId) => abortMultipart(bucket, key, multipartId),
  };
}
