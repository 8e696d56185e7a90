import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.js';
import { lockDataDir } from '../../src/platform/embedded/lock.js';

it('demo load starts no second service if the service of the data directory listens elsewhere', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
  const lock = await lockDataDir(dataDir, 'service');
  // The discard port, where no service listens.
  const environment = { DATA_DIR: dataDir, PORT: '9' };
  const { exitCode, stderr } = await runAdmin(['demo', 'load'], environment);
  await lock.release();
  await rm(dataDir, { recursive: true });
  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr).error).toMatch(/does not respond at http:\/\/127\.0\.0\.1:9;/);
});
