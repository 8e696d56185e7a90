import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AlreadyRunning } from '../../../src/platform/embedded/failures.js';
import { lockDataDir, ownerOf } from '../../../src/platform/embedded/lock.js';
import { runChild } from '../../child.js';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'modport-lock-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('lockDataDir gives the folder to one of many concurrent callers and names its process to the others', async () => {
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, () => lockDataDir(dataDir, 'service')),
  );
  const refused = asked.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(19);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(AlreadyRunning);
    expect(reason).toHaveProperty('pid', process.pid);
  }
  expect(await ownerOf(dataDir)).toMatchObject({ pid: process.pid, purpose: 'service' });
});

test('a released folder is free and empty', async () => {
  const lock = await lockDataDir(dataDir, 'command');
  await lock.release();
  expect(await readdir(dataDir)).toEqual([]);
  expect(await ownerOf(dataDir)).toBeUndefined();
});

test('lockDataDir takes over the folder of a killed process', async () => {
  const child = await runChild(
    `import { lockDataDir } from './src/platform/embedded/lock.js';
     await lockDataDir(process.argv[2], 'service');
     console.log('locked');
     setInterval(() => undefined, 1000);`,
    [dataDir],
  );
  expect(await child.line()).toBe('locked');
  await expect(lockDataDir(dataDir, 'service')).rejects.toBeInstanceOf(AlreadyRunning);
  await child.kill();
  expect(await ownerOf(dataDir)).toBeUndefined();
  await lockDataDir(dataDir, 'service');
  expect(await ownerOf(dataDir)).toMatchObject({ pid: process.pid });
});

test.each([
  ['a later process with the same id', { pid: process.pid, startTime: 'long ago' }],
  ['a process that has ended', { pid: 2 ** 22 + 1, startTime: '1' }],
])('a lock of %s does not block a new lock', async (_, owner) => {
  await writeFile(join(dataDir, 'lock'), JSON.stringify({ ...owner, purpose: 'service' }));
  await lockDataDir(dataDir, 'command');
  expect(await ownerOf(dataDir)).toMatchObject({ pid: process.pid, purpose: 'command' });
});

test('an invalid lock file does not block a new lock', async () => {
  await writeFile(join(dataDir, 'lock'), '');
  await lockDataDir(dataDir, 'service');
  expect(await ownerOf(dataDir)).toMatchObject({ pid: process.pid });
});

test('concurrent takeovers of a dead owner’s folder end with one owner', async () => {
  const dead = JSON.stringify({ pid: 2 ** 22 + 1, startTime: '1', purpose: 'service' });
  for (let round = 0; round < 20; round += 1) {
    await writeFile(join(dataDir, 'lock'), dead);
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => lockDataDir(dataDir, 'service')),
    );
    expect(asked.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(dataDir)).toEqual(['lock']);
  }
});

test('an interrupted takeover does not block a new lock', async () => {
  const dead = JSON.stringify({ pid: 2 ** 22 + 1, startTime: '1', purpose: 'service' });
  const claim = createHash('sha256').update(dead).digest('hex').slice(0, 16);
  await writeFile(join(dataDir, 'lock'), dead);
  await writeFile(join(dataDir, `lock.${claim}`), dead.replace('"1"', '"2"'));
  await lockDataDir(dataDir, 'service');
  expect(await ownerOf(dataDir)).toMatchObject({ pid: process.pid });
  expect(await readdir(dataDir)).toEqual(['lock']);
});

// A limit on file sizes simulates a full disk. Only Linux has the tool that sets it.
const limitable = spawnSync('prlimit', ['--version']).status === 0;

describe.runIf(limitable)('a data directory on a full disk', () => {
  const limit = (bytes: string): void => {
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
  };
  afterEach(() => limit('unlimited'));

  test('a full disk does not hide the owner of the data directory', async () => {
    await lockDataDir(dataDir, 'service');
    limit('0');
    await expect(lockDataDir(dataDir, 'command')).rejects.toBeInstanceOf(AlreadyRunning);
  });

  test('a lock that the disk has no room for leaves no file', async () => {
    limit('0');
    await expect(lockDataDir(dataDir, 'command')).rejects.toThrow('EFBIG');
    limit('unlimited');
    expect(await readdir(dataDir)).toEqual([]);
  });
});
