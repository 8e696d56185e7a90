import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, start, temporaryFolder } from './cli.js';
import { FACTS } from './facts.js';
import { faults, forget, requests } from './faults.js';

const MODS = ['uses-base', 'large-pack'];
/** An account may have more unfinished downloads at once than an address without one. */
const READER = { env: { MODPORT_TOKEN: FACTS.reader_token } };

/** Requests for the bytes of files. */
const bytes = { method: 'GET', path: '^/storage/' };

/** Waits until the service has received so many requests. */
async function untilRequests(count: number, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await requests()).length < count);
}

/** Waits until the service has received a request whose path begins so. */
async function untilRequest(path: string): Promise<void> {
  while (!(await requests()).some((request) => request.path.startsWith(path)));
}

/** Starts an installation, ends it by a signal after some requests, and repeats it. */
async function interrupted(
  folder: string,
  args: readonly string[],
  after: number,
  signal: NodeJS.Signals,
) {
  await forget();
  const running = start([...args, '--into', folder], READER);
  let isOver = false;
  const ended = running.ended.then((result) => {
    isOver = true;
    return result;
  });
  await untilRequests(after, () => isOver);
  running.child.kill(signal);
  return ended;
}

describe('an interrupted installation', () => {
  it.each([1, 3, 4, 6, 8, 10])(
    'an installation continues after kill -9 at request %i',
    async (after) => {
      const folder = temporaryFolder();
      await interrupted(folder, ['install', ...MODS], after, 'SIGKILL');
      const again = await modport(['install', ...MODS, '--into', folder], READER);
      expect(again).toMatchObject({ code: 0 });
      expect((await modport(['verify', '--into', folder], READER)).code).toBe(0);
    },
  );

  it.each([2, 5, 9])(
    'an installation that Ctrl-C stops at request %i says how to continue, and continues',
    async (after) => {
      const folder = temporaryFolder();
      const { code, stderr } = await interrupted(folder, ['install', ...MODS], after, 'SIGINT');
      expect([0, 130]).toContain(code);
      if (code === 130) expect(stderr).toContain('Run the same command again');
      expect((await modport(['install', ...MODS, '--into', folder], READER)).code).toBe(0);
      expect((await modport(['verify', '--into', folder], READER)).code).toBe(0);
    },
  );

  it.each([1, 3, 5])(
    'an update that kill -9 stops at request %i leaves the old or the new version',
    async (after) => {
      const folder = temporaryFolder();
      await modport(['install', 'base-library@1.0.0', '--into', folder], READER);
      await interrupted(folder, ['update', 'base-library'], after, 'SIGKILL');
      expect((await modport(['update', 'base-library', '--into', folder], READER)).code).toBe(0);
      expect((await modport(['verify', '--into', folder], READER)).code).toBe(0);
    },
  );

  it('an installation recognizes files that a killed run had already put into the folder', async () => {
    const folder = temporaryFolder();
    await modport(['install', 'base-library', '--into', folder], READER);
    // The state between the renames and the new lockfile: the file is new, the lockfile is old.
    const lock = JSON.parse(readFileSync(join(folder, 'modport.lock'), 'utf8'));
    const [file] = lock.files;
    const digest = file.sha256;
    file.sha256 = 'a'.repeat(64);
    writeFileSync(join(folder, 'modport.lock'), JSON.stringify(lock));
    const pending = [{ path: file.path, sha256: digest }];
    writeFileSync(join(folder, '.modport', 'pending.json'), JSON.stringify(pending));
    expect((await modport(['update', '--into', folder], READER)).code).toBe(0);
    expect((await modport(['verify', '--into', folder], READER)).code).toBe(0);
  });
});

describe('a broken exchange', () => {
  it.each([
    ['a cut connection', { match: bytes, fault: { kind: 'cut', after: 1000 } }],
    ['a response 503', { match: { path: '/resolve' }, fault: { kind: 'status', status: 503 } }],
    ['a refused connection', { match: { path: '/install-plans' }, fault: { kind: 'refuse' } }],
    [
      'a connection that is cut twice',
      { match: bytes, times: 2, fault: { kind: 'cut', after: 1 } },
    ],
  ])('%s does not end an installation', async (_name, rule) => {
    const folder = temporaryFolder();
    await faults(rule);
    expect(await modport(['install', 'uses-base', '--into', folder], READER)).toMatchObject({
      code: 0,
    });
    expect((await modport(['verify', '--into', folder], READER)).code).toBe(0);
  });

  it('wrong bytes are never installed', async () => {
    const folder = temporaryFolder();
    await faults({ match: bytes, times: 50, fault: { kind: 'corrupt', at: 100 } });
    const { code, error } = await modportJson(['install', 'stand-alone', '--into', folder], READER);
    expect({ code, error: error.code }).toEqual({ code: 6, error: 'integrity' });
    expect((await modport(['verify', '--into', folder], READER)).code).toBe(2);
    await faults();
    expect((await modport(['install', 'stand-alone', '--into', folder], READER)).code).toBe(0);
  });

  it('an installation ends with exit code 5 if the service stays away', async () => {
    await faults({ match: { path: '.' }, times: 100, fault: { kind: 'refuse' } });
    const { code, error } = await modportJson(
      ['install', 'stand-alone', '--into', temporaryFolder()],
      READER,
    );
    expect({ code, error: error.code }).toEqual({ code: 5, error: 'unreachable' });
  });
});

describe('a file that the user saves during a download', () => {
  it.each([
    ['in the place of a new one', ['install', 'stand-alone'], 'stand-alone-2.0.0.zip'],
    ['in the place of an old one', ['update', 'base-library'], 'base-library-1.0.0.zip'],
  ])('a file that the user saves during a download %s stays', async (_name, args, name) => {
    const folder = temporaryFolder();
    await modport(['install', 'base-library@1.0.0', '--into', folder], READER);
    await faults({ match: bytes, fault: { kind: 'hold' } });
    await forget();
    const running = start([...args, '--into', folder, '--json'], READER);
    await untilRequest('/storage/');
    writeFileSync(join(folder, name), 'mine');
    await faults();
    const { code, stderr } = await running.ended;
    expect(code).toBe(7);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'files_changed', files: [name] });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
  });
});

describe('two processes on one folder', () => {
  const installed = (folder: string): string[] => {
    const lock = JSON.parse(readFileSync(join(folder, 'modport.lock'), 'utf8'));
    return lock.files.map(({ path }: { path: string }) => path);
  };

  it('the second of two processes waits for the first, and neither loses the mods of the other', async () => {
    const folder = temporaryFolder();
    await modport(['install', 'stand-alone', '--into', folder], READER);
    // Both read the lockfile before either writes it, unless the lock keeps one of them out.
    const both = await Promise.all([
      modport(['install', 'base-library', '--into', folder], READER),
      modport(['install', 'large-pack', '--into', folder], READER),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(installed(folder)).toHaveLength(3);
    expect((await modport(['verify', '--into', folder], READER)).code).toBe(0);
  });

  it('the second process gives up and changes nothing while the first does not get its bytes', async () => {
    const folder = temporaryFolder();
    await modport(['install', 'stand-alone', '--into', folder], READER);
    await faults({ match: bytes, fault: { kind: 'hold' } });
    // Otherwise the wait below ends at a request of an earlier installation.
    await forget();
    const first = start(['install', 'large-pack', '--into', folder], READER);
    await untilRequest('/storage/');
    const args = ['install', 'base-library', '--into', folder];
    const { code, error } = await modportJson(args, READER);
    expect({ code, error: error.code }).toEqual({ code: 8, error: 'folder_busy' });
    expect(installed(folder)).toHaveLength(1);
    await faults();
    expect((await first.ended).code).toBe(0);
    expect(installed(folder)).toHaveLength(2);
    expect((await modport(['verify', '--into', folder], READER)).code).toBe(0);
  });

  it('a lock of a process that no longer runs does not stop the next one, which removes its files', async () => {
    const folder = temporaryFolder();
    await modport(['install', 'stand-alone', '--into', folder], READER);
    const lock = { token: 'x', pid: 2 ** 22 - 1, host: hostname() };
    const staging = join(folder, '.modport');
    const draft = join(staging, `lock.${randomUUID()}`);
    writeFileSync(join(staging, 'lock'), JSON.stringify(lock));
    // The draft of a process that was killed an hour ago, and a file that is no draft.
    for (const path of [draft, join(staging, 'lock-me')]) writeFileSync(path, '');
    const touched = Date.now() / 1000 - 3600;
    utimesSync(draft, touched, touched);
    expect((await modport(['install', 'stand-alone', '--into', folder], READER)).code).toBe(0);
    expect(readdirSync(staging)).toEqual([]);
  });
});

describe('an edited lockfile', () => {
  async function edited(edit: (lock: ReturnType<typeof JSON.parse>) => void) {
    const folder = temporaryFolder();
    await modport(['install', 'stand-alone', '--into', folder], READER);
    const path = join(folder, 'modport.lock');
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    edit(lock);
    writeFileSync(path, JSON.stringify(lock));
    return modportJson(['install', '--into', folder, '--force'], READER);
  }

  it.each([
    ['a path out of the folder', '../outside.zip'],
    ['an absolute path', '/tmp/outside.zip'],
    ['a Windows path', 'C:\\outside.zip'],
    ['the lockfile itself', 'MODPORT.lock'],
    ['the staging folder', '.modport'],
    ['a device name', 'NUL.zip'],
    ['a name in another direction', 'a\u202egpj.zip'],
  ])('an edited lockfile is refused with %s', async (_name, path) => {
    const { code, error } = await edited((lock) => {
      lock.files[0].path = path;
    });
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'lockfile_invalid' });
  });

  it('an edited lockfile is refused with two names that are one file on some systems', async () => {
    const { code } = await edited((lock) => {
      const [file] = lock.files;
      lock.files.push({ ...file, path: file.path.toUpperCase(), artifact_id: file.mod_id });
    });
    expect(code).toBe(2);
  });

  it('an edited lockfile is refused with more than 16 MiB, regardless of its characters', async () => {
    const { code, error } = await edited((lock) => {
      lock.request.game_slug = '€'.repeat(6 * 1024 * 1024);
    });
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'lockfile_invalid' });
    expect(error.message).toContain('too large');
  });

  it('an edited lockfile cannot install bytes other than those of the service', async () => {
    const { code, error } = await edited((lock) => {
      lock.files[0].sha256 = 'b'.repeat(64);
    });
    expect({ code, error: error.code }).toEqual({ code: 6, error: 'integrity' });
  });

  it('an edited lockfile cannot send a credential to another service', async () => {
    const { code, error } = await edited((lock) => {
      lock.server = 'https://evil.example';
    });
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'lockfile_server' });
    expect(error.server).toBe(FACTS.base_url);
  });
});
