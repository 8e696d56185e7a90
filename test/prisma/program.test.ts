import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { copyDataDir } from '../data-dirs.js';

/** The program of `npm run migrate`, which the tests run without its bundle. */
const PROGRAM = `await (await import('./dist/prisma/program.js')).main()`;

test('npm run migrate archives the log of the database that it starts, like the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modport-migrate-'));
  try {
    // As root, PostgreSQL runs as another user, who needs access.
    await chmod(folder, 0o755);
    const [dataDir, archive] = [join(folder, 'data'), join(folder, 'archive')];
    copyDataDir(inject('preparedDataDir'), dataDir);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', PROGRAM],
      {
        cwd: projectRoot(),
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir, WAL_ARCHIVE: archive },
      },
    );
    expect(stdout).toBe('nothing to apply\n');
    // PostgreSQL archives the rest of its log when it stops.
    expect(await readdir(archive)).toContainEqual(expect.stringMatching(/^[0-9A-F]{24}\.gz$/));
  } finally {
    await rm(folder, { recursive: true });
  }
});
