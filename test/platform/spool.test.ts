import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChild } from '../child.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-spool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a spool that cannot be cleaned leaves the process running and reports it with the first file', async () => {
  // The spool removes only files.
  await mkdir(join(folder, 'a folder'));
  const child = await runChild(
    `import { openSpool } from './src/platform/spool/spool.js';
     const spool = openSpool(process.argv[2]);
     const rule = { limitBytes: 1, contentType: 'image/png' };
     // Runs when the spool has failed.
     process.once('beforeExit', async () => {
       console.log(await spool.receive([], rule).then(() => 'received', ({ code }) => code));
     });`,
    [folder],
  );
  expect(await child.line()).toBe('ERR_FS_EISDIR');
  await child.kill();
});
