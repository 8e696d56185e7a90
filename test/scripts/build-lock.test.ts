import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @ts-expect-error A script of the build, in plain JavaScript.
import { takeLock } from '../../scripts/build-lock.mjs';
import { projectRoot } from '../../src/platform/release.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** No process has this id. */
const DEAD = 999_999_999;

it('a lock of a live process stays, and that of a dead one is taken over', async () => {
  const lock = join(folder, 'one');
  expect(takeLock(lock)).toBe(true);
  const text = await readFile(lock, 'utf8');
  expect(takeLock(lock)).toBe(false);
  expect(await readFile(lock, 'utf8')).toBe(text);
  await writeFile(lock, `${DEAD} text`);
  expect([takeLock(lock), takeLock(lock)]).toEqual([false, true]);
  expect(await readdir(folder)).toEqual(['one']);
});

it('processes that find locks of dead processes never have the lock at once', async () => {
  const lock = join(folder, 'many');
  const program = `
    import { renameSync, rmSync, writeFileSync } from 'node:fs';
    import { takeLock } from '${projectRoot()}/scripts/build-lock.mjs';
    for (let round = 0; round < 300; round += 1) {
      while (!takeLock('${lock}'));
      writeFileSync('${lock}.held', '', { flag: 'wx' });
      rmSync('${lock}.held');
      // As if the process had ended here. The lock is never incomplete.
      const draft = '${lock}-draft-' + process.pid;
      writeFileSync(draft, '${DEAD} ' + process.pid + ' ' + round);
      renameSync(draft, '${lock}');
    }`;
  const run = (): ChildProcess =>
    spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const codes = await Promise.all([1, 2, 3].map(async () => (await once(run(), 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
});
