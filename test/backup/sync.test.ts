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
async function callsOf(script: string, backups = '/backups'): Promise<readonly string[]> {
  const calls = join(folder, 'calls');
  await writeFile(calls, '');
  await writeFile(join(folder, 'sync'), `#!/bin/sh\necho "$*" >>${calls}\n${script}\n`);
  await chmod(join(folder, 'sync'), 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = `${folder}:${path}`;
  try {
    syncFileSystem(backups);
  } finally {
    process.env['PATH'] = path;
  }
  return (await readFile(calls, 'utf8')).split('\n').slice(0, -1);
}

it('the sync of a backup concerns its file system alone', async () => {
  expect(await callsOf('exit 0')).toEqual(['-f /backups']);
});

it('the sync of a backup concerns all disks if the program does not know file systems', async () => {
  expect(await callsOf('[ $# = 0 ] || { echo "sync: invalid option -- f" >&2; exit 1; }')).toEqual([
    '-f /backups',
    '',
  ]);
});

it('a backup fails if its bytes cannot be made durable', async () => {
  const failing = '[ $# = 0 ] || { echo "sync: error syncing: Input/output error" >&2; exit 1; }';
  await expect(callsOf(failing)).rejects.toThrow('/backups is not certain to survive');
});

it('a backup in a folder whose name is about options fails too if its bytes cannot be made durable', async () => {
  const failing =
    '[ $# = 0 ] || { echo "sync: error syncing \'$2\': Input/output error" >&2; exit 1; }';
  await expect(callsOf(failing, '/options/usage')).rejects.toThrow('is not certain to survive');
});
