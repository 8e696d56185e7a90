import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { AlreadyRunning } from '../../../src/platform/embedded/failures.js';
import { lockDataDir } from '../../../src/platform/embedded/lock.js';
import { attachOrStart } from '../../../src/platform/embedded/postgres.js';
import { copyDataDir } from '../../data-dirs.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-command-'));
  await chmod(folder, 0o755);
  copyDataDir(inject('preparedDataDir'), join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const options = () => ({
  dataDir: join(folder, 'data'),
  systemDir: join(folder, 'system'),
  durable: false,
  memoryBytes: 0,
});

test('an operator command waits for a starting service after it waited for another command', async () => {
  const path = join(folder, 'data', 'lock');
  await lockDataDir(join(folder, 'data'), 'command');
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const second = attachOrStart(options());
    second.catch(() => undefined);
    await delay(100);
    vi.setSystemTime(Date.now() + 20_000);
    await writeFile(`${path}.next`, (await readFile(path, 'utf8')).replace('command', 'service'));
    await rename(`${path}.next`, path);
    // Time for several probes of a database that is not there yet.
    await delay(300);
    await rm(path);
    await (await second).stop();
  } finally {
    vi.useRealTimers();
  }
});

test('an operator command never uses the database of another one that runs for over a minute', async () => {
  const long = await attachOrStart(options());
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const second = attachOrStart(options()).catch((error: unknown) => error);
    vi.setSystemTime(Date.now() + 61_000);
    const refusal = await second;
    expect(refusal).toBeInstanceOf(AlreadyRunning);
    expect(refusal).toHaveProperty(
      'message',
      `another modport command (pid ${process.pid}) is running on ${options().dataDir}; wait for its end`,
    );
  } finally {
    vi.useRealTimers();
    await long.stop();
  }
});
