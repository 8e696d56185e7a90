import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { AlreadyRunning } from '../../../src/platform/embedded/failures.js';
import { attachOrStart } from '../../../src/platform/embedded/postgres.js';
import { copyDataDir } from '../../data-dirs.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-command-'));
  await chmod(folder, 0o755);
  copyDataDir(inject('preparedDataDir'), join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an operator command never uses the database of another one that runs for over a minute', async () => {
  const options = {
    dataDir: join(folder, 'data'),
    systemDir: join(folder, 'system'),
    durable: false,
    memoryBytes: 0,
  };
  const long = await attachOrStart(options);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const second = attachOrStart(options).catch((error: unknown) => error);
    vi.setSystemTime(Date.now() + 61_000);
    const refusal = await second;
    expect(refusal).toBeInstanceOf(AlreadyRunning);
    expect(refusal).toHaveProperty(
      'message',
      `another modport command (pid ${process.pid}) is running on ${options.dataDir}; wait for its end`,
    );
  } finally {
    vi.useRealTimers();
    await long.stop();
  }
});
