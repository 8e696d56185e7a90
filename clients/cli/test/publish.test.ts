import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, start, temporaryFolder } from './cli.js';
import { api, ownVersions } from './drafts.js';
import { faults, forget, requests } from './faults.js';
import { build, CREATOR, editManifest, newProject } from './mod-project.js';

const options = (folder: string, home?: string) => ({
  cwd: folder,
  env: { ...CREATOR, ...(home === undefined ? {} : { MODPORT_HOME: home }) },
});

const versionsOf = async (slug: string) => (await modportJson(['info', slug])).data.versions;

describe('modport publish', () => {
  it('modport publish brings a clean checkout into the catalog in one command', async () => {
    const { folder, slug } = newProject();
    const { code, data } = await modportJson(['publish'], options(folder));
    expect(code).toBe(0);
    expect(data).toMatchObject({ version: '1.0.0', already_published: false });
    const [version] = await versionsOf(slug);
    expect(version).toMatchObject({
      version: '1.0.0',
      changelog: { en: 'The first version.' },
      dependencies: [{ version_constraint: '^1.0.0' }],
      artifacts: [{ original_filename: 'mod.zip' }],
    });
  });

  it('modport publish changes nothing when it is repeated after the end', async () => {
    const { folder, slug } = newProject();
    await modport(['publish'], options(folder));
    const { code, data } = await modportJson(['publish'], options(folder));
    expect({ code, was: data.already_published }).toEqual({ code: 0, was: true });
    expect(await versionsOf(slug)).toHaveLength(1);
  });

  it('modport publish refuses to publish other files as a published version', async () => {
    const { folder } = newProject();
    await modport(['publish'], options(folder));
    build(folder);
    const { code, error } = await modportJson(['publish'], options(folder));
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'version_differs' });
    expect((await modport(['publish', '--version', '1.0.1'], options(folder))).code).toBe(0);
  });

  it('modport publish publishes the new bytes if the file changed between two interrupted runs', async () => {
    const { folder, slug } = newProject();
    await faults({ match: { path: '/publish' }, times: 9, fault: { kind: 'refuse' } });
    expect((await modport(['publish'], options(folder))).code).toBe(5);
    build(folder);
    await faults();
    expect((await modport(['publish'], options(folder))).code).toBe(0);
    const dry = await modportJson(['publish', '--dry-run'], options(folder));
    const [version] = await versionsOf(slug);
    expect(version.artifacts[0].sha256).toBe(dry.data.files[0].sha256);
  });

  it('modport publish uploads nothing twice, even from another machine', async () => {
    const { folder } = newProject();
    await faults({ match: { path: '/publish' }, times: 9, fault: { kind: 'refuse' } });
    await modport(['publish'], options(folder));
    await faults();
    await forget();
    const { code, stderr } = await modport(['publish'], options(folder, temporaryFolder()));
    expect(code).toBe(0);
    expect(stderr).toContain('is already uploaded');
    expect((await requests()).filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  // Every request that a publication sends, with room for more.
  it.each([0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16])(
    'modport publish continues in a new process after the connection was lost at request %i',
    async (skip) => {
      const { folder, slug } = newProject();
      await faults({ match: { path: '.' }, skip, times: 60, fault: { kind: 'refuse' } });
      const first = await modport(['publish'], options(folder));
      expect([0, 5]).toContain(first.code);
      await faults();
      expect(await modport(['publish'], options(folder))).toMatchObject({ code: 0 });
      expect(await versionsOf(slug)).toHaveLength(1);
    },
  );

  it.each([2, 5, 8, 11])('modport publish continues after kill -9 at request %i', async (after) => {
    const { folder, slug } = newProject();
    const home = temporaryFolder();
    await forget();
    const running = start(['publish'], options(folder, home));
    let isOver = false;
    running.ended.then(() => {
      isOver = true;
    });
    while (!isOver && (await requests()).length < after);
    running.child.kill('SIGKILL');
    await running.ended;
    expect(await modport(['publish'], options(folder, home))).toMatchObject({ code: 0 });
    expect(await versionsOf(slug)).toHaveLength(1);
  });

  it('modport publish creates the version again if its draft was deleted within a day', async () => {
    const { folder, slug } = newProject();
    await faults({ match: { path: '/publish$' }, times: 9, fault: { kind: 'refuse' } });
    expect((await modport(['publish'], options(folder))).code).toBe(5);
    await faults();
    const [draft] = await ownVersions(slug);
    await api('POST', '/graphql', { query: `mutation { deleteModVersion(id: "${draft?.id}") }` });
    expect(await ownVersions(slug)).toEqual([]);
    expect(await modport(['publish'], options(folder))).toMatchObject({ code: 0 });
    expect(await versionsOf(slug)).toMatchObject([{ version: '1.0.0' }]);
  });

  it('modport publish ends with 130 after Ctrl-C and continues', async () => {
    const { folder } = newProject();
    const running = start(['publish'], options(folder));
    await running.said(/Created version/);
    running.child.kill('SIGINT');
    const { code } = await running.ended;
    expect([0, 130]).toContain(code);
    expect((await modport(['publish'], options(folder))).code).toBe(0);
  });

  it('modport publish survives lost responses to its writes', async () => {
    const { folder, slug } = newProject();
    const lost = (path: string) => ({
      match: { method: 'POST', path },
      fault: { kind: 'drop-response' },
    });
    await faults(
      lost('/v1/mods$'),
      lost('/versions$'),
      lost('/uploads$'),
      lost('/complete$'),
      lost('/publish$'),
    );
    expect(await modport(['publish'], options(folder))).toMatchObject({ code: 0 });
    expect(await versionsOf(slug)).toHaveLength(1);
  });

  it('modport publish reports why the service rejects a file, with exit code 10', async () => {
    const { folder } = newProject();
    writeFileSync(join(folder, 'build', 'mod.zip'), 'this is no archive');
    const { code, error } = await modportJson(['publish'], options(folder));
    expect({ code, error: error.code }).toEqual({ code: 10, error: 'upload_rejected' });
    expect(error.message).toContain('archive_');
    // The same bytes are not sent again; other bytes are.
    expect((await modport(['publish'], options(folder))).code).toBe(10);
    build(folder);
    expect((await modport(['publish'], options(folder))).code).toBe(0);
  });

  it.each([
    ['this is no archive', /\n {2}[^:.\n]+[^.\n]\. [A-Z][^\n]+\.$/],
    [
      zipSync({ '../out.txt': Buffer.from('x') }),
      /\n {2}\S+out\.txt: [A-Z][^.\n]+\. [A-Z][^\n]+\.$/,
    ],
  ])(
    'modport publish reports a finding in whole sentences, with its path if it has one (%#)',
    async (bytes, lines) => {
      const { folder } = newProject();
      writeFileSync(join(folder, 'build', 'mod.zip'), bytes);
      const { error } = await modportJson(['publish'], options(folder));
      expect(error.message).toMatch(lines);
    },
  );

  it('modport publish says that a moderator must decide, with exit code 11, and uploads nothing twice', async () => {
    const { folder } = newProject();
    build(folder, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)]), 'setup.exe');
    expect(await modportJson(['publish'], options(folder))).toMatchObject({
      code: 11,
      error: { code: 'upload_waiting' },
    });
    await forget();
    const again = await modportJson(['publish'], options(folder, temporaryFolder()));
    expect(again).toMatchObject({ code: 11, error: { code: 'upload_waiting' } });
    expect((await requests()).filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it.each([
    [
      'a pattern without a file',
      (folder: string) => rmSync(join(folder, 'build'), { recursive: true }),
    ],
    [
      'a pattern with two files',
      (folder: string) => writeFileSync(join(folder, 'build', 'other.zip'), ''),
    ],
    ['broken TOML', (folder: string) => writeFileSync(join(folder, 'modport.toml'), 'version = ')],
    [
      'an unknown member',
      (folder: string) => editManifest(folder, (text) => `colour = "red"\n${text}`),
    ],
    ['no manifest', (folder: string) => rmSync(join(folder, 'modport.toml'))],
  ])('modport publish sends nothing with %s', async (_name, spoil) => {
    const { folder } = newProject();
    spoil(folder);
    await forget();
    const { code } = await modportJson(['publish'], options(folder));
    expect(code).toBe(2);
    expect(await requests()).toEqual([]);
  });

  it('modport publish needs a credential', async () => {
    const { folder } = newProject();
    const { code, error } = await modportJson(['publish'], { cwd: folder });
    expect({ code, error: error.code }).toEqual({ code: 3, error: 'not_signed_in' });
  });
});

describe('modport init', () => {
  it('modport init writes a manifest that publish accepts, and never replaces one', async () => {
    const folder = temporaryFolder();
    build(folder);
    const args = ['init', '--mod', 'my-mod', '--game', 'clients-game', '--title', 'My "mod"'];
    expect((await modport(args, { cwd: folder })).code).toBe(0);
    const { code, data } = await modportJson(['publish', '--dry-run'], { cwd: folder });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      mod: 'my-mod',
      version: '0.1.0',
      files: [{ filename: 'mod.zip' }],
    });
    expect((await modport(args, { cwd: folder })).code).toBe(7);
  });
});

describe('modport upload and modport rollback', () => {
  it('modport upload sends a file for a draft, and modport rollback withdraws a version after a confirmation', async () => {
    const { folder, slug } = newProject();
    await modport(['publish'], options(folder));
    const refused = await modportJson(['rollback', `${slug}@1.0.0`], options(folder));
    expect(refused).toMatchObject({ code: 2, error: { code: 'confirmation_needed' } });
    await modport(['publish', '--version', '1.1.0'], options(folder));
    const done = await modport(['rollback', `${slug}@1.1.0`, '--yes'], options(folder));
    expect(done).toMatchObject({ code: 0 });
    expect((await versionsOf(slug)).map((one: { version: string }) => one.version)).toEqual([
      '1.0.0',
    ]);
    // A repeated rollback is not an error.
    expect((await modport(['rollback', `${slug}@1.1.0`, '--yes'], options(folder))).code).toBe(0);
  });

  it('modport upload refuses a version that does not exist', async () => {
    const { folder, slug } = newProject();
    await modport(['publish'], options(folder));
    const args = ['upload', 'build/mod.zip', `${slug}@9.9.9`];
    const { code, error } = await modportJson(args, options(folder));
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'version_not_found' });
  });
});
