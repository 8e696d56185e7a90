import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LockedFile } from '../src/install/lockfile.js';
import { writePending } from '../src/install/pending.js';
import { modport, modportJson, temporaryFolder } from './cli.js';
import { modCalled } from './facts.js';
import { build, CREATOR, editManifest, newProject, type Project } from './mod-project.js';

const library = modCalled('base-library');

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await modport(args, { env: CREATOR });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

async function json(...args: string[]) {
  const { code, data, stderr } = await modportJson(args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return data;
}

const lockOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'modport.lock'), 'utf8'));

const namesIn = (folder: string): string[] =>
  lockOf(folder)
    .files.map(({ slug, version }: { slug: string; version: string }) => `${slug} ${version}`)
    .toSorted();

/** Publishes versions of a new mod that needs the library, or the named mod. */
async function published(versions = ['1.0.0'], needs = 'base-library'): Promise<Project> {
  const project = newProject();
  editManifest(project.folder, (text) => text.replace('"base-library"', `"${needs}"`));
  for (const version of versions) {
    build(project.folder);
    const args = ['publish', '--version', version];
    const { code, stderr } = await modport(args, { cwd: project.folder, env: CREATOR });
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }
  return project;
}

/** Records files as a run does that is killed before it writes the lockfile. */
const pendingIn = (folder: string, files: readonly LockedFile[]) => {
  const { signal } = new AbortController();
  const staging = join(folder, '.modport');
  return writePending({ path: folder, staging, signal }, files);
};

const withdraw = ({ slug }: Project, version = '1.0.0') =>
  run('rollback', `${slug}@${version}`, '--yes');

describe('mods of a folder that the service no longer offers', () => {
  it('modport remove removes any mod although others are no longer offered, and leaves these with their dependencies', async () => {
    const [one, other] = [await published(), await published()];
    const folder = temporaryFolder();
    await run('install', one.slug, other.slug, 'stand-alone', '--into', folder);
    await withdraw(one);
    await withdraw(other);
    const left = ['base-library 1.1.0', `${one.slug} 1.0.0`, `${other.slug} 1.0.0`].toSorted();
    const data = await json('remove', 'stand-alone', '--into', folder);
    expect(data).toMatchObject({ added: [], replaced: [], unpinned: [] });
    expect(data.removed).toEqual(['stand-alone-2.0.0.zip']);
    expect(
      data.set_aside.map(({ slug, version, reason }: never) => [slug, version, reason]),
    ).toEqual(
      expect.arrayContaining([one, other].map(({ slug }) => [slug, '1.0.0', 'not_offered'])),
    );
    expect(namesIn(folder)).toEqual(left);
    await run('verify', '--into', folder);
    const text = await run('remove', one.slug, '--into', folder);
    expect(text).toContain(`${other.slug} 1.0.0 is no longer offered`);
    expect(text).toContain(`"modport remove ${other.slug}" removes them`);
    expect(text).not.toContain(`${one.slug} 1.0.0 is no longer offered`);
    expect(namesIn(folder)).toEqual(['base-library 1.1.0', `${other.slug} 1.0.0`]);
    await run('remove', other.slug, '--into', folder);
    expect(namesIn(folder)).toEqual([]);
  });

  it('modport update and install move the other mods, and fail only for a lost mod that they name', async () => {
    const lost = await published();
    const folder = temporaryFolder();
    await run('install', lost.slug, 'base-library@1.0.0', '--into', folder);
    const lock = lockOf(folder);
    for (const one of lock.request.mods) one.version_id = null;
    writeFileSync(join(folder, 'modport.lock'), JSON.stringify(lock));
    await withdraw(lost);
    const { added, set_aside } = await json('update', '--into', folder);
    expect(added).toMatchObject([{ slug: 'base-library', version: '1.1.0' }]);
    expect(set_aside).toMatchObject([{ slug: lost.slug, reason: 'not_offered' }]);
    expect(lockOf(folder).request.mods).toHaveLength(2);
    await run('install', 'stand-alone', '--into', folder);
    await run('update', 'stand-alone', '--into', folder);
    const named = await modportJson(['update', lost.slug, '--into', folder]);
    expect(named).toMatchObject({ code: 4, error: { code: 'not_found' } });
    expect(named.error.message).toContain(lost.slug);
    const again = await modportJson(['install', lost.slug, '--into', folder]);
    expect(again).toMatchObject({ code: 4, error: { code: 'mod_not_found' } });
    expect(namesIn(folder)).toEqual(
      ['base-library 1.1.0', `${lost.slug} 1.0.0`, 'stand-alone 2.0.0'].toSorted(),
    );
    await run('verify', '--into', folder);
  });

  it('a mod moves and loses its pin if the pinned version was withdrawn', async () => {
    const lost = await published(['1.0.0', '1.1.0']);
    const folder = temporaryFolder();
    await run('install', `${lost.slug}@1.1.0`, 'stand-alone', 'large-pack', '--into', folder);
    await withdraw(lost, '1.1.0');
    const dry = await json('remove', 'large-pack', '--dry-run', '--into', folder);
    expect(dry.unpinned).toMatchObject([{ slug: lost.slug, version: '1.1.0' }]);
    expect(dry.replaced).toMatchObject([{ slug: lost.slug, version: '1.0.0' }]);
    const text = await run('remove', 'large-pack', '--into', folder);
    expect(text).toContain(`${lost.slug} is no longer pinned`);
    expect(namesIn(folder)).toContain(`${lost.slug} 1.0.0`);
    const versions = lockOf(folder).request.mods.map(
      (one: { version_id: unknown }) => one.version_id,
    );
    expect(versions).toEqual([null, null]);
    expect(await run('update', '--into', folder)).not.toContain('pinned');
  });

  it('modport install of a lockfile names the mod of a lost file, and modport update brings the others', async () => {
    const lost = await published();
    const folder = temporaryFolder();
    await run('install', lost.slug, 'stand-alone', '--into', folder);
    await withdraw(lost);
    const [file] = lockOf(folder).files.filter(({ slug }: { slug: string }) => slug === lost.slug);
    for (const name of [file.path, 'stand-alone-2.0.0.zip']) rmSync(join(folder, name));
    const { code, error } = await modportJson(['install', '--into', folder]);
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'gone' });
    expect(error.message).toContain(`${lost.slug} 1.0.0: `);
    expect(error.message).toContain(`modport remove ${lost.slug}`);
    expect(error.message).not.toContain(file.artifact_id);
    const { added } = await json('update', '--into', folder);
    expect(added).toMatchObject([{ slug: 'stand-alone' }]);
    expect(lockOf(folder).files).toHaveLength(3);
    const removed = await json('remove', lost.slug, '--into', folder);
    expect(removed.removed).toEqual([library.filename]);
  });

  it('a mod stays with its dependency if only that is no longer offered', async () => {
    const needed = await published();
    const user = await published(['1.0.0'], needed.slug);
    const folder = temporaryFolder();
    await run('install', user.slug, 'stand-alone', '--into', folder);
    await withdraw(needed);
    const { removed, set_aside } = await json('remove', 'stand-alone', '--into', folder);
    expect(removed).toEqual(['stand-alone-2.0.0.zip']);
    expect(set_aside).toMatchObject([{ slug: user.slug, reason: 'not_installable' }]);
    expect(namesIn(folder)).toEqual(
      ['base-library 1.1.0', `${needed.slug} 1.0.0`, `${user.slug} 1.0.0`].toSorted(),
    );
    expect(await run('update', '--into', folder)).toContain(
      `${user.slug} 1.0.0 cannot be installed`,
    );
    await run('install', 'stand-alone', '--into', folder);
    await run('verify', '--into', folder);
  });

  it('the new file of a mod stays if a killed update put it in place and the mod was withdrawn since', async () => {
    const lost = await published(['1.0.0', '1.1.0']);
    const folder = temporaryFolder();
    await run('install', `${lost.slug}@1.0.0`, '--into', folder);
    const before = lockOf(folder);
    await run('update', lost.slug, '--into', folder);
    const after = lockOf(folder);
    // The state between the removal of the old files and the new lockfile.
    const isLost = ({ slug }: { slug: string }) => slug === lost.slug;
    const [file] = after.files.filter(isLost);
    writeFileSync(join(folder, 'modport.lock'), JSON.stringify(before));
    await pendingIn(folder, [file]);
    await withdraw(lost, '1.1.0');
    await withdraw(lost, '1.0.0');
    const data = await json('install', 'stand-alone', '--into', folder);
    expect(data.removed).toEqual([]);
    expect(data.set_aside).toMatchObject([{ slug: lost.slug, version: '1.1.0' }]);
    expect(lockOf(folder).files.filter(isLost)).toEqual([file]);
    await run('verify', '--into', folder);
  });

  it('modport remove names a removed library that a mod which is no longer offered may need', async () => {
    const lost = await published();
    const folder = temporaryFolder();
    await run('install', lost.slug, 'base-library', 'stand-alone', '--into', folder);
    await withdraw(lost);
    const { perhaps_needed } = await json('remove', 'base-library', '--dry-run', '--into', folder);
    expect(perhaps_needed).toMatchObject([{ slug: 'base-library', version: '1.1.0' }]);
    const text = await run('remove', 'base-library', '--into', folder);
    expect(text).toContain('base-library 1.1.0 is removed. A mod that stays may need it.');
  });
});
