import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { silentLog } from '../../src/platform/log.js';
// The service loads it only for a bucket, and it sets a variable of the SDK.
import '../../src/platform/storage/s3-storage.js';
import { failureOf } from '../../src/server/failure.js';
import { startService } from '../../src/server/service.js';
import { useWorld } from '../harness.js';

/** Only for its database and its data directory. */
const world = useWorld();
/** A server that takes every write with any condition. */
const server = createServer((req, res) => {
  req.resume();
  res.writeHead(200, { ETag: '"x"', 'Content-Length': 0 }).end();
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('a start with a bucket that ignores conditions ends with one line that names the cause', async () => {
  const { databaseUrl, dataDir } = world.platform.config;
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    NODE_ENV: 'test',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'mods',
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  });
  const refused: unknown = await startService({ config, log: silentLog, mode: 'api' }).catch(
    (error: unknown) => error,
  );
  const { text, exitCode } = failureOf(refused);
  expect(exitCode).toBe(1);
  expect(text).toMatch(/^the object store ignores If-None-Match: \* in bucket mods, [^\n]+$/);
});
