import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { createS3Storage, type S3Storage } from '../../../src/platform/storage/s3-storage.js';

/** Runs after each test, in this order. */
export const closing: (() => Promise<unknown>)[] = [];

/** A store for a fake server; the test defines responses that S3 would never send. */
export async function storeBefore(answer: RequestListener): Promise<S3Storage> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const storage = createS3Storage({
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'mods',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'hunter2',
      forcePathStyle: true,
    },
    storeName: 'primary',
    clock: { now: () => new Date() },
  });
  closing.push(
    () => storage.close(),
    async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  );
  return storage;
}

/** Closes the servers of a test after it. */
export function useUnreliableS3(): void {
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
}
