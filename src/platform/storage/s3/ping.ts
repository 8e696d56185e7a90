import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PROBE_PREFIX } from '../storage.port.js';
import type { Bucket } from './connect.js';

/** Shorter than the timeout of `/readyz`. */
const PATIENCE_MILLISECONDS = 2_500;

/** Checks whether a bucket accepts and returns bytes. */
export interface Ping {
  /** Writes this process's own object and reads it back. Throws `StoreUnavailable`. */
  send(): Promise<void>;
  /** Removes that object. If that fails, a sweep removes it later. */
  forget(): Promise<void>;
}

/** Creates the ping of a bucket. The first ping writes the object. */
export function createPing({ client, name }: Bucket): Ping {
  const object = { Bucket: name, Key: PROBE_PREFIX + randomUUID() };
  let isWritten = false;
  return {
    async send() {
      const abortSignal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
      const bytes = randomBytes(64);
      isWritten = true;
      const put = new PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.length });
      await client.send(put, { abortSignal });
      const { Body } = await client.send(new GetObjectCommand(object), { abortSignal });
      // Two concurrent pings write the same object, so only the length is compared.
      const read = await Body?.transformToByteArray();
      if (read?.length !== bytes.length) throw new Error('S3 did not give back what it took');
    },
    async forget() {
      if (!isWritten) return;
      const abortSignal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
      await client.send(new DeleteObjectCommand(object), { abortSignal }).catch(() => undefined);
    },
  };
}
