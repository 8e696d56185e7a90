import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { protectDataDir } from '../../src/platform/data-dir.js';
import { childEnvironment } from '../../src/platform/embedded/system-user.js';
import { silentLog } from '../../src/platform/log.js';

let parent: string;
let dataDir: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'modport-modes-'));
  dataDir = join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (...path: string[]) => (await stat(join(dataDir, ...path))).mode & 0o7777;

describe('the data directory', () => {
  it('a new data directory has mode 0711', async () => {
    await protectDataDir(dataDir, silentLog);
    expect(await modeOf()).toBe(0o711);
  });

  it('a data directory of an earlier release is closed, with all files of modport in it', async () => {
    await mkdir(join(dataDir, 'storage', 'objects'), { recursive: true });
    await mkdir(join(dataDir, 'spool'));
    for (const name of ['encryption.key', 'postgres.log', 'postgres-password', 'lock']) {
      await writeFile(join(dataDir, name), 'x');
      await chmod(join(dataDir, name), 0o664);
    }
    for (const name of ['', 'storage', 'spool']) await chmod(join(dataDir, name), 0o775);
    await protectDataDir(dataDir, silentLog);
    const modes = await Promise.all(
      (await readdir(dataDir)).sort().map(async (name) => [name, await modeOf(name)]),
    );
    expect(modes).toEqual([
      ['encryption.key', 0o600],
      ['lock', 0o600],
      ['postgres-password', 0o600],
      ['postgres.log', 0o600],
      ['spool', 0o700],
      ['storage', 0o700],
    ]);
    expect(await modeOf()).toBe(0o711);
  });

  it('files of an operator and targets of links keep their modes', async () => {
    await mkdir(dataDir);
    const outside = join(parent, 'cluster');
    await mkdir(outside);
    await chmod(outside, 0o755);
    await symlink(outside, join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'notes.txt'), 'mine');
    await chmod(join(dataDir, 'notes.txt'), 0o644);
    await protectDataDir(dataDir, silentLog);
    expect([await modeOf('notes.txt'), await modeOf('postgres')]).toEqual([0o644, 0o755]);
  });

  it('a shared folder such as /tmp keeps its mode', async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o1777);
    await protectDataDir(dataDir, silentLog);
    expect(await modeOf()).toBe(0o1777);
  });
});

describe('the environment of child processes', () => {
  it('child processes receive no key and no password of the service', () => {
    const secrets = ['ENCRYPTION_KEY', 'DATABASE_URL', 'S3_SECRET_ACCESS_KEY', 'SMTP_URL'];
    const before = secrets.map((name) => [name, process.env[name]] as const);
    for (const name of secrets) process.env[name] = 'secret';
    try {
      expect(Object.values(childEnvironment())).not.toContain('secret');
      expect(childEnvironment()['PATH']).toBe(process.env['PATH']);
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});
