import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { loadConfig } from '../../../src/config/config.js';
import { connectBucket } from '../../../src/platform/storage/s3/connect.js';
import type { S3Settings } from '../../../src/platform/storage/s3/settings.js';
import {
  createS3Storage,
  type S3Storage,
  type S3StorageOptions,
} from '../../../src/platform/storage/s3-storage.js';
import type { Faults, Subject } from './store-under-test.js';

/** A store in a new bucket of the server that the `S3_…` variables configure. */
export interface S3Subject extends Subject {
  readonly storage: S3Storage;
  readonly settings: S3Settings;
  /** Opens the same bucket again, like another process, or through another address. */
  reopen(settings?: Partial<S3Settings>, options?: Partial<S3StorageOptions>): S3Storage;
}

/** The server that the `S3_…` variables configure; undefined skips the tests that need one. */
export const S3_SERVER: S3Settings | undefined = loadConfig(process.env).s3;
/** Added to the names of skipped tests. */
export const NEEDS_S3 = S3_SERVER === undefined ? ' (S3_ENDPOINT is not set)' : '';

function s3Server(): S3Settings {
  if (S3_SERVER === undefined) throw new Error('S3_ENDPOINT and its companions are not set');
  return S3_SERVER;
}

/** Creates a new bucket on the same server. */
export async function newBucket(): Promise<S3Settings> {
  const settings = { ...s3Server(), bucket: `test-${crypto.randomUUID()}` };
  const bucket = connectBucket(settings);
  await bucket.client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  bucket.close();
  return settings;
}

/** Opens a store in a new bucket; copies take several requests from 5 MiB on. */
export async function openS3(): Promise<S3Subject> {
  const settings = await newBucket();
  let agoSeconds = 0;
  const clock = { now: () => new Date(Date.now() - agoSeconds * 1000) };
  const reopen: S3Subject['reopen'] = (changes = {}, options = {}) =>
    createS3Storage({
      settings: { ...settings, ...changes },
      storeName: 'primary',
      clock,
      copyBytes: 5 * 1024 * 1024,
      ...options,
    });
  const storage = reopen();
  return {
    storage,
    settings,
    reopen,
    now: () => clock.now(),
    async aged(seconds, sign) {
      agoSeconds = seconds;
      try {
        return await sign();
      } finally {
        agoSeconds = 0;
      }
    },
    close: () => storage.close(),
  };
}

/**
 * The known faults of the server. No S3 supports all of HTTP. versitygw 1.8 accepts an interrupted
 * body as complete: the scan refuses such bytes, and the client must start again. It returns 200
 * for a part that ends after its upload, and keeps nothing of it.
 */
export async function knownFaults(): Promise<Faults> {
  if (S3_SERVER === undefined) return {};
  const { headers } = await fetch(S3_SERVER.endpoint);
  const isVersity = headers.get('server') === 'VERSITYGW';
  return { roughHttp: true, keepsWhatBrokeOff: isVersity, takesLateParts: isVersity };
}
