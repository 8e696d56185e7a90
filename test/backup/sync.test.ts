import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { syncFileSystem } from '../../src/admin/backup/draft.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-sync-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `syncFileSystem` with a `sync` of the test, and returns the arguments of each call. */
async function callsOf(script: string, platform: 'linux' | 'darwin'): Promise<readonly string[]> {
  const calls = join(folder, 'calls');
  await writeFile(calls, '');
  await writeFile(join(folder, 'sync'), `#!/bin/sh\necho "$*" >>${calls}\n${script}\n`);
  await chmod(join(folder, 'sync'), 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = `${folder}:${path}`;
  try {
    syncFileSystem('/backups', platform);
  } finally {
    process.env['PATH'] = path;
  }
  return (await readFile(calls, 'utf8')).split('\n').slice(0, -1);
}

it('the sync of a backup on Linux concerns its file system alone', async () => {
  expect(await callsOf('exit 0', 'linux')).toEqual(['-f /backups']);
});

it('the sync of a backup on other systems concerns all disks', async () => {
  expect(await callsOf('exit 0', 'darwin')).toEqual(['']);
});

it.each(['linux', 'darwin'] as const)(
  'a backup on %s fails if its bytes cannot be made durable',
  async (platform) => {
    await expect(callsOf('echo "disk gone" >&2; exit 1', platform)).rejects.toThrow(
      '/backups is not certain to survive a power cut, because sync failed: disk gone',
    );
  },
);
