import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, temporaryFolder } from './cli.js';
import { ownVersions } from './drafts.js';
import { faults } from './faults.js';
import { build, CREATOR, editManifest, newProject, type Project } from './mod-project.js';

const optionsOf = ({ folder }: Project) => ({ cwd: folder, env: CREATOR });

/** Makes the manifest of a project name other loaders, and builds another file. */
function moveTo({ folder }: Project, ...loaders: readonly string[]): void {
  const list = loaders.map((loader) => `"${loader}"`).join(', ');
  editManifest(folder, (text) => text.replace(/^loaders = .*$/m, `loaders = [${list}]`));
  build(folder);
}

async function publish(project: Project): Promise<string> {
  const { code, data, stderr } = await modportJson(['publish'], optionsOf(project));
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return data.version_id;
}

/** A mod with a version 1.0.0 for each of two loaders, with different files. */
async function twoBuilds() {
  const project = newProject();
  const plain = await publish(project);
  moveTo(project, 'other');
  const other = await publish(project);
  return { project, plain, other, reference: `${project.slug}@1.0.0` };
}

describe('two versions with the same name, for different loaders', () => {
  it('modport publish leaves an open draft for another loader as it was', async () => {
    const project = newProject();
    await faults({ match: { path: '/publish$' }, times: 9, fault: { kind: 'refuse' } });
    expect((await modport(['publish'], optionsOf(project))).code).toBe(5);
    await faults();
    const [draft] = await ownVersions(project.slug);
    moveTo(project, 'other');
    const published = await publish(project);
    expect(await ownVersions(project.slug)).toMatchObject([
      { id: published, status: 'published', loader_platforms: ['other'] },
      { id: draft?.id, status: 'ready', loader_platforms: ['plain'] },
    ]);
  });

  it('modport publish refuses a manifest whose loaders match both versions', async () => {
    const { project, plain, other } = await twoBuilds();
    for (const loaders of [['plain', 'other'], []]) {
      moveTo(project, ...loaders);
      const { code, error } = await modportJson(['publish'], optionsOf(project));
      expect({ code, error: error.code }).toEqual({ code: 4, error: 'version_ambiguous' });
      expect(error.found.toSorted()).toEqual([`${other} (other)`, `${plain} (plain)`].toSorted());
    }
  });

  it.each([['info'], ['download'], ['rollback', '--yes'], ['upload', 'build/mod.zip']])(
    'modport %s refuses the name of both, lists them with their loaders, and takes the id of one',
    async (command, ...more) => {
      const { project, plain, other, reference } = await twoBuilds();
      const argsFor = (text: string) =>
        command === 'upload' ? [command, ...more, text] : [command, text, ...more];
      const { code, error } = await modportJson(argsFor(reference), optionsOf(project));
      expect({ code, error: error.code }).toEqual({ code: 4, error: 'version_ambiguous' });
      expect(error.message).toContain(`${plain} (plain)`);
      expect(error.message).toContain(`${other} (other)`);
      const statuses = async () => (await ownVersions(project.slug)).map(({ status }) => status);
      expect(await statuses()).toEqual(['published', 'published']);
      const one = await modportJson(argsFor(`${project.slug}@${plain}`), optionsOf(project));
      expect(one.error?.code).not.toBe('version_ambiguous');
      if (command === 'rollback') expect(await statuses()).toEqual(['published', 'withdrawn']);
      else if (command !== 'upload') expect(one.code).toBe(0);
    },
  );

  it('modport install pins the version for the named loader, and refuses the name without one', async () => {
    const { other, reference } = await twoBuilds();
    const into = temporaryFolder();
    const { code, error } = await modportJson(['install', reference, '--into', into]);
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'version_ambiguous' });
    const args = ['install', reference, '--loader', 'other', '--into', into];
    expect((await modport(args)).code).toBe(0);
    const lock = JSON.parse(readFileSync(join(into, 'modport.lock'), 'utf8'));
    expect(lock.request.mods[0].version_id).toBe(other);
  });
});
