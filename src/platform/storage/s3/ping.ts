import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PROBE_PREFIX } from '../storage.port.js';
import type { Bucket } from './connect.js';

/** Less than `/readyz` waits. */
const PATIENCE_MILLISECONDS = 2_500;

/** Asks a bucket whether it takes and gives bytes now. */
export interface Ping {
  /** Writes an object of this process's own and reads it back; throws `StoreUnavailable`. */
  send(): Promise<void>;
  /** Removes that object. Where it cannot be removed, a sweep does it later. */
  forget(): Promise<void>;
}

/** Nothing is written before the first ping. */
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
      // Two pings at once write the same object: what counts is that bytes come back.
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
