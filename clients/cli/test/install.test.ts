import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, temporaryFolder } from './cli.js';
import { FACTS, modCalled } from './facts.js';

const library = modCalled('base-library');
const dependent = modCalled('uses-base');
const alone = modCalled('stand-alone');

const digestOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .toSorted();

const lockOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'modport.lock'), 'utf8'));

/** A folder with a mod and its dependency. */
async function installed(...mods: string[]): Promise<string> {
  const folder = temporaryFolder();
  const { code, stderr } = await modport(['install', ...mods, '--into', folder]);
  expect(stderr).not.toContain('modport:');
  expect(code).toBe(0);
  return folder;
}

describe('modport install', () => {
  it('modport install downloads a mod with its dependency, and pins ids and digests in modport.lock', async () => {
    const folder = await installed('uses-base');
    expect(filesIn(folder)).toEqual([library.filename, dependent.filename]);
    expect(digestOf(join(folder, library.filename))).toBe(library.sha256);
    const { server, files, request } = lockOf(folder);
    expect(server).toBe(FACTS.base_url);
    expect(request.mods).toEqual([{ mod_id: dependent.id, version_id: null }]);
    expect(files).toMatchObject([
      {
        path: library.filename,
        sha256: library.sha256,
        artifact_id: library.artifact_id,
        role: 'required',
      },
      {
        path: dependent.filename,
        sha256: dependent.sha256,
        version_id: dependent.version_id,
        role: 'selected',
      },
    ]);
  });

  it('modport install adds a mod to those that the folder already has', async () => {
    const folder = await installed('uses-base');
    const { data } = await modportJson(['install', 'stand-alone', '--into', folder]);
    expect(data.added.map((file: { slug: string }) => file.slug)).toEqual(['stand-alone']);
    expect(data.kept).toHaveLength(2);
    expect(lockOf(folder).request.mods).toHaveLength(2);
  });

  it('modport install restores exactly the files of a lockfile without a new plan', async () => {
    const source = await installed(`base-library@1.0.0`);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'modport.lock'), readFileSync(join(source, 'modport.lock')));
    const { code, data } = await modportJson(['install', '--into', folder]);
    expect(code).toBe(0);
    expect(data.added).toMatchObject([{ slug: 'base-library', version: '1.0.0' }]);
    expect(readFileSync(join(folder, 'modport.lock'))).toEqual(
      readFileSync(join(source, 'modport.lock')),
    );
  });

  it('modport install installs a saved plan, and refuses one that the catalog no longer gives', async () => {
    const folder = temporaryFolder();
    const { stdout } = await modport(['plan', 'uses-base', '--json']);
    writeFileSync(join(folder, 'plan.json'), stdout);
    expect((await modport(['install', '--plan', 'plan.json'], { cwd: folder })).code).toBe(0);
    expect(filesIn(folder)).toHaveLength(2);
    const plan = JSON.parse(stdout);
    plan.plan_id = dependent.id;
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
    const again = await modportJson(['install', '--plan', 'plan.json'], { cwd: folder });
    expect(again).toMatchObject({ code: 9, error: { code: 'plan_changed' } });
  });

  it('modport install removes mods that a saved plan does not name, as its help says', async () => {
    const folder = await installed('stand-alone');
    const { stdout } = await modport(['plan', 'base-library', '--json']);
    writeFileSync(join(folder, 'plan.json'), stdout);
    const { data } = await modportJson(['install', '--plan', 'plan.json'], { cwd: folder });
    expect(data.removed).toEqual([alone.filename]);
    const help = await modport(['install', '--help']);
    expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'remove installed mods that are not in it',
    );
  });

  it.each([
    ['', false],
    [' and an earlier run ended before it wrote modport.lock', true],
  ])(
    'modport install keeps a file of which only the case of the name changed, although both names are one file%s',
    async (_name, isInterrupted) => {
      const folder = await installed('stand-alone');
      const upper = alone.filename.toUpperCase();
      // A second name of the same file, as a file system without case has it.
      linkSync(join(folder, alone.filename), join(folder, upper));
      const lock = lockOf(folder);
      const [file] = lock.files;
      file.path = upper;
      if (isInterrupted) {
        const pending = [{ path: alone.filename, sha256: file.sha256 }];
        writeFileSync(join(folder, '.modport', 'pending.json'), JSON.stringify(pending));
        file.sha256 = 'a'.repeat(64);
      }
      writeFileSync(join(folder, 'modport.lock'), JSON.stringify(lock));
      const { stdout } = await modport(['update', '--dry-run', '--into', folder]);
      expect(stdout).toContain(`~ ${upper} → ${alone.filename}\n`);
      const { code, data } = await modportJson(['update', '--into', folder]);
      expect(code).toBe(0);
      expect(data).toMatchObject({
        kept: [{ path: alone.filename }],
        removed: [],
        renamed: [{ from: upper, to: alone.filename }],
      });
      expect((await modport(['verify', '--into', folder])).code).toBe(0);
    },
  );

  it.each([
    [['--plan', 'plan.json', 'stand-alone']],
    [['--plan', 'plan.json', '--loader', 'plain']],
    [['--game-version', '1.0']],
    [['--optional']],
  ])('modport install refuses mods and options without an effect: %j', async (args) => {
    const folder = await installed('base-library');
    const { code, error } = await modportJson(['install', '--into', folder, ...args]);
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'usage' });
    expect(filesIn(folder)).toEqual([library.filename]);
  });

  it('modport install changes nothing with --dry-run', async () => {
    const folder = temporaryFolder();
    const { data } = await modportJson(['install', 'uses-base', '--into', folder, '--dry-run']);
    expect(data).toMatchObject({ dry_run: true, added: [{}, {}] });
    expect(readdirSync(folder)).toEqual(['.modport']);
  });

  it('modport install refuses to replace a file that it did not install, and replaces it with --force', async () => {
    const folder = temporaryFolder();
    const target = join(folder, alone.filename);
    writeFileSync(target, 'mine');
    const refused = await modportJson(['install', 'stand-alone', '--into', folder]);
    expect(refused).toMatchObject({
      code: 7,
      error: { code: 'files_changed', files: [alone.filename] },
    });
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'modport.lock'))).toBe(false);
    expect((await modport(['install', 'stand-alone', '--into', folder, '--force'])).code).toBe(0);
    expect(digestOf(target)).toBe(alone.sha256);
  });

  it('modport install never writes through a symbolic link', async () => {
    const folder = temporaryFolder();
    const outside = join(temporaryFolder(), 'outside');
    writeFileSync(outside, 'untouched');
    symlinkSync(outside, join(folder, alone.filename));
    expect((await modport(['install', 'stand-alone', '--into', folder])).code).toBe(7);
    expect((await modport(['install', 'stand-alone', '--into', folder, '--force'])).code).toBe(0);
    expect(readFileSync(outside, 'utf8')).toBe('untouched');
    expect(digestOf(join(folder, alone.filename))).toBe(alone.sha256);
  });

  it('modport install refuses a staging folder that leads elsewhere', async () => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(folder, '.modport'));
    const { code, error } = await modportJson(['install', 'stand-alone', '--into', folder]);
    expect({ code, error: error.code }).toEqual({ code: 7, error: 'folder_unusable' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('modport install reports with exit code 9 that no versions fit together', async () => {
    const args = ['install', 'uses-base', 'base-library@1.0.0', '--game-version', '1.0'];
    const { code } = await modport([...args, '--into', temporaryFolder()]);
    expect([0, 9]).toContain(code);
    const missing = await modportJson(['install', 'no-such-mod', '--into', temporaryFolder()]);
    expect(missing).toMatchObject({ code: 4, error: { code: 'mod_not_found' } });
  });
});

describe('modport update', () => {
  it('modport update replaces an old version by the newest, and removes the old file', async () => {
    const folder = await installed('base-library@1.0.0');
    const lock = lockOf(folder);
    lock.request.mods[0].version_id = null;
    writeFileSync(join(folder, 'modport.lock'), JSON.stringify(lock));
    const { code, data } = await modportJson(['update', '--into', folder]);
    expect(code).toBe(0);
    expect(data).toMatchObject({
      added: [{ version: '1.1.0' }],
      removed: ['base-library-1.0.0.zip'],
    });
    expect(filesIn(folder)).toEqual(['base-library-1.1.0.zip']);
    expect((await modport(['verify', '--into', folder])).code).toBe(0);
  });

  it('modport update keeps a version that the user pinned, until the mod is named', async () => {
    const folder = await installed('base-library@1.0.0');
    expect((await modportJson(['update', '--into', folder])).data.kept).toHaveLength(1);
    const { data } = await modportJson(['update', 'base-library', '--into', folder]);
    expect(data.added).toMatchObject([{ version: '1.1.0' }]);
  });

  it('modport update touches nothing if a file that it would remove was changed', async () => {
    const folder = await installed('base-library@1.0.0');
    const old = join(folder, 'base-library-1.0.0.zip');
    writeFileSync(old, 'changed by the user');
    const { code, error } = await modportJson(['update', 'base-library', '--into', folder]);
    expect({ code, files: error.files }).toEqual({ code: 7, files: ['base-library-1.0.0.zip'] });
    expect(readFileSync(old, 'utf8')).toBe('changed by the user');
    expect(filesIn(folder)).toEqual(['base-library-1.0.0.zip']);
  });

  it('modport update and remove refuse a mod with a version, and change nothing', async () => {
    const folder = await installed('base-library@1.0.0');
    for (const command of ['update', 'remove']) {
      const args = [command, 'base-library@2.0.0', '--into', folder];
      expect(await modportJson(args)).toMatchObject({ code: 2, error: { code: 'usage' } });
    }
    expect(filesIn(folder)).toEqual(['base-library-1.0.0.zip']);
  });

  it('modport update needs a lockfile', async () => {
    const { code, error } = await modportJson(['update', '--into', temporaryFolder()]);
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'lockfile_missing' });
  });
});

describe('modport remove', () => {
  it('modport remove removes a mod and the dependencies that only it needed', async () => {
    const folder = await installed('uses-base', 'stand-alone');
    const required = await modportJson(['remove', 'base-library', '--into', folder]);
    expect(required).toMatchObject({ code: 4, error: { code: 'mod_required' } });
    expect((await modport(['remove', 'uses-base', '--into', folder])).code).toBe(0);
    expect(filesIn(folder)).toEqual([alone.filename]);
    expect((await modport(['remove', 'stand-alone', '--into', folder])).code).toBe(0);
    expect(filesIn(folder)).toEqual([]);
    expect((await modport(['verify', '--into', folder])).code).toBe(0);
  });
});

describe('modport verify', () => {
  it('modport verify names changed and missing files, and tolerates files of the user', async () => {
    const folder = await installed('uses-base');
    writeFileSync(join(folder, 'my-notes.txt'), '');
    expect((await modportJson(['verify', '--into', folder])).data).toMatchObject({
      ok: true,
      unknown: ['my-notes.txt'],
    });
    writeFileSync(join(folder, library.filename), 'changed');
    renameSync(join(folder, dependent.filename), join(folder, 'elsewhere.zip'));
    const { code, data, error } = await modportJson(['verify', '--into', folder]);
    expect({ code, error: error.code }).toEqual({ code: 6, error: 'folder_differs' });
    expect(data.files.map((file: { state: string }) => file.state)).toEqual(['changed', 'missing']);
  });

  it('modport verify needs no service', async () => {
    const folder = await installed('stand-alone');
    const env = { MODPORT_SERVER: undefined };
    expect((await modport(['verify', '--into', folder], { env })).code).toBe(0);
  });
});
