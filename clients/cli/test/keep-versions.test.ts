import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, temporaryFolder } from './cli.js';
import { FACTS, modCalled } from './facts.js';
import { build, CREATOR, newProject, type Project } from './mod-project.js';

const library = modCalled('base-library');
const pack = modCalled('copied-pack');

interface Entry {
  readonly mod_id: string;
  version_id: string | null;
}
interface Locked {
  readonly request: { mods: Entry[] };
  readonly files: { slug: string; version: string; role: string; version_id: string }[];
}

const lockOf = (folder: string): Locked =>
  JSON.parse(readFileSync(join(folder, 'modport.lock'), 'utf8'));

const rolesOf = (folder: string): string[] =>
  lockOf(folder)
    .files.map(({ slug, version, role }) => `${slug} ${version} ${role}`)
    .toSorted();

async function run(...args: string[]): Promise<void> {
  const { code, stderr } = await modport(args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

/** A folder with base-library 1.0.0, of which 1.1.0 exists, as if it was installed without a pin. */
async function folderWithOld(
  mods: readonly string[],
  change: (lock: Locked) => void = () => undefined,
): Promise<string> {
  const folder = temporaryFolder();
  await run('install', 'base-library@1.0.0', ...mods, '--into', folder);
  const lock = lockOf(folder);
  for (const one of lock.request.mods) one.version_id = null;
  change(lock);
  writeFileSync(join(folder, 'modport.lock'), JSON.stringify(lock));
  return folder;
}

/** Makes the library a dependency that the user did not select. */
const asDependency = (lock: Locked): void => {
  lock.request.mods = lock.request.mods.filter(({ mod_id }) => mod_id !== library.id);
};

const OLD = 'base-library 1.0.0';
const NEW = 'base-library 1.1.0';

/** Publishes a version of a mod that needs the library. */
async function publish(project: Project, version: string, library: string): Promise<void> {
  const manifest = join(project.folder, 'modport.toml');
  const text = readFileSync(manifest, 'utf8')
    .replace(/^version = ".*"/, `version = "${version}"`)
    .replace(/version = "[~^][\d.]+"\s*$/, `version = "${library}"\n`);
  writeFileSync(manifest, text);
  build(project.folder);
  const { code, stderr } = await modport(['publish'], { cwd: project.folder, env: CREATOR });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

/** Archives a version of the creator: plans contain it only if they name it. */
async function archive(id: string): Promise<void> {
  const query = 'mutation ($id: ID!) { archiveModVersion(id: $id) { id } }';
  const response = await fetch(`${FACTS.base_url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${FACTS.token}`,
      'content-type': 'application/json',
      'user-agent': 'cli-tests/1.0 (+https://example.org/contact)',
      'x-service-client': 'cli-tests',
      'x-service-client-version': '1.0',
    },
    body: JSON.stringify({ query, variables: { id } }),
  });
  expect(await response.json()).toMatchObject({ data: { archiveModVersion: { id } } });
}

/** Gives the installed file of a mod a version that the service does not offer. */
const withdraw =
  (slug: string) =>
  ({ files }: Locked): void => {
    for (const file of files) if (file.slug === slug) file.version_id = randomUUID();
  };

describe('modport install with other mods in the folder', () => {
  it('modport install of another mod leaves the versions of installed mods and their dependencies', async () => {
    const folder = await folderWithOld([]);
    await run('install', 'stand-alone', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${OLD} selected`, 'stand-alone 2.0.0 selected']);
    expect(lockOf(folder).request.mods.map(({ version_id }) => version_id)).toEqual([null, null]);
    const dependency = await folderWithOld(['uses-base'], asDependency);
    await run('install', 'stand-alone', '--into', dependency);
    expect(rolesOf(dependency)).toEqual([
      `${OLD} required`,
      'stand-alone 2.0.0 selected',
      'uses-base 1.0.0 selected',
    ]);
  });

  it('modport install moves the mod that it names to its newest version', async () => {
    const folder = await folderWithOld(['stand-alone']);
    await run('install', 'base-library', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${NEW} selected`, 'stand-alone 2.0.0 selected']);
  });

  it('modport install moves the mod that it names although a dependency must move too', async () => {
    const project = newProject();
    await publish(project, '1.0.0', '~1.0.0');
    const folder = temporaryFolder();
    await run('install', project.slug, '--into', folder);
    await publish(project, '2.0.0', '^1.1.0');
    await run('install', 'stand-alone', '--into', folder);
    expect(rolesOf(folder)).toContain(`${project.slug} 1.0.0 selected`);
    await run('install', project.slug, '--into', folder);
    expect(rolesOf(folder)).toEqual([
      `${NEW} required`,
      `${project.slug} 2.0.0 selected`,
      'stand-alone 2.0.0 selected',
    ]);
  });

  it('modport install moves an installed mod if the new one needs that, and shows it', async () => {
    const project = newProject();
    await publish(project, '1.0.0', '^1.1.0');
    for (const change of [undefined, asDependency]) {
      const folder = await folderWithOld(['uses-base'], change);
      const { stdout } = await modport(['install', project.slug, '--into', folder]);
      expect(stdout).toContain(`+ ${NEW}`);
      expect(stdout).toContain('- base-library-1.0.0.zip');
    }
  });

  it('modport install leaves the other mods if one version is no longer offered', async () => {
    const folder = await folderWithOld(['stand-alone'], withdraw('stand-alone'));
    await run('install', 'uses-base', '--into', folder);
    expect(rolesOf(folder)).toEqual([
      `${OLD} selected`,
      'stand-alone 2.0.0 selected',
      'uses-base 1.0.0 selected',
    ]);
  });

  it('modport install moves a mod whose installed version is no longer offered', async () => {
    const folder = await folderWithOld([], withdraw('base-library'));
    await run('install', 'stand-alone', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${NEW} selected`, 'stand-alone 2.0.0 selected']);
  });

  it('modport install chooses all versions again if an option changes what fits', async () => {
    const folder = await folderWithOld([]);
    await run('install', 'stand-alone', '--game-version', '1.1', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${NEW} selected`, 'stand-alone 2.0.0 selected']);
  });
});

describe('modport install with another game version', () => {
  it.each(['install', 'update'])(
    'modport %s for another game version keeps an archived version that fits, and fails for one that does not',
    async (command) => {
      const project = newProject();
      await publish(project, '1.0.0', '^1.0.0');
      const folder = await folderWithOld([project.slug]);
      const file = lockOf(folder).files.find(({ slug }) => slug === project.slug);
      await archive(file?.version_id ?? '');
      const more = command === 'install' ? ['stand-alone'] : [];
      await run(command, ...more, '--game-version', '1.0', '--into', folder);
      expect(rolesOf(folder)).toEqual([
        `${NEW} selected`,
        `${project.slug} 1.0.0 selected`,
        ...more.map((slug) => `${slug} 2.0.0 selected`),
      ]);
      const failed = await modportJson([
        command,
        ...more,
        '--game-version',
        '1.1',
        '--into',
        folder,
      ]);
      expect(failed).toMatchObject({ code: 9, error: { code: 'plan_unsatisfiable' } });
    },
  );
});

describe('modport remove with other mods in the folder', () => {
  it('modport remove leaves the versions of the other mods and their dependencies', async () => {
    const folder = await folderWithOld(['stand-alone']);
    await run('remove', 'stand-alone', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${OLD} selected`]);
    const dependency = await folderWithOld(['uses-base', 'stand-alone'], asDependency);
    await run('remove', 'stand-alone', '--into', dependency);
    expect(rolesOf(dependency)).toEqual([`${OLD} required`, 'uses-base 1.0.0 selected']);
    const { data } = await modportJson(['remove', 'uses-base', '--into', dependency]);
    expect(data.removed.toSorted()).toEqual(['base-library-1.0.0.zip', 'uses-base-1.0.0.zip']);
  });

  it('modport remove of a mod that another one needs leaves it as a dependency, in its version', async () => {
    const folder = await folderWithOld(['uses-base']);
    await run('remove', 'base-library', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${OLD} required`, 'uses-base 1.0.0 selected']);
  });

  it('modport remove removes the dependencies of a mod although the rest keeps its versions', async () => {
    const folder = await folderWithOld(['uses-base', 'stand-alone'], asDependency);
    await run('remove', 'uses-base', '--into', folder);
    expect(rolesOf(folder)).toEqual(['stand-alone 2.0.0 selected']);
  });

  it('modport remove leaves the other dependencies if a removed one is no longer offered', async () => {
    const folder = await folderWithOld(['uses-base', 'stand-alone', 'copied-pack'], (lock) => {
      asDependency(lock);
      withdraw('copied-pack')(lock);
      lock.request.mods = lock.request.mods.filter(({ mod_id }) => mod_id !== pack.id);
    });
    await run('remove', 'stand-alone', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${OLD} required`, 'uses-base 1.0.0 selected']);
  });
});

describe('modport update of some mods', () => {
  it('modport update of a named mod leaves the versions of the other selected ones', async () => {
    const folder = await folderWithOld(['stand-alone']);
    await run('update', 'stand-alone', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${OLD} selected`, 'stand-alone 2.0.0 selected']);
    expect(lockOf(folder).request.mods.map(({ version_id }) => version_id)).toEqual([null, null]);
  });

  it('modport update of a named mod for another game version chooses all versions again', async () => {
    const folder = await folderWithOld(['stand-alone']);
    await run('update', 'stand-alone', '--game-version', '1.1', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${NEW} selected`, 'stand-alone 2.0.0 selected']);
  });

  it('modport update of a named mod moves another one whose version is no longer offered', async () => {
    const folder = await folderWithOld(['stand-alone'], withdraw('base-library'));
    await run('update', 'stand-alone', '--into', folder);
    expect(rolesOf(folder)).toEqual([`${NEW} selected`, 'stand-alone 2.0.0 selected']);
  });
});
