import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { modport, modportJson } from './cli.js';
import { faults, forget, requests } from './faults.js';
import { CREATOR, editManifest, newProject } from './mod-project.js';

const MAIN = '[[files]]\npath = "build/*.zip"\n';
const EXTRA = '[[files]]\npath = "extra.zip"\nkind = "optional"\nlabel = "High resolution"\n';

/** A project with a main file, and a second one that its manifest describes like this. */
function projectWith(second: string) {
  const project = newProject();
  writeFileSync(join(project.folder, 'extra.zip'), zipSync({ 'a.bin': randomBytes(500) }));
  editManifest(project.folder, (text) => text.replace(MAIN, `${MAIN}${second}`));
  return { ...project, options: { cwd: project.folder, env: CREATOR } };
}

/** Prepares a draft with all files, and loses the connection before its publication. */
async function prepared(second: string) {
  const project = projectWith(second);
  await faults({ match: { path: '/publish$' }, times: 9, fault: { kind: 'refuse' } });
  expect((await modport(['publish'], project.options)).code).toBe(5);
  await faults();
  return project;
}

const versionsOf = async (slug: string) => (await modportJson(['info', slug])).data.versions;

describe('modport publish with another manifest than the run before', () => {
  it('modport publish uploads nothing twice if the manifest is the same', async () => {
    const { options } = await prepared(EXTRA);
    await forget();
    const { code, data } = await modportJson(['publish'], options);
    expect({ code, files: data.artifact_ids.length }).toEqual({ code: 0, files: 2 });
    expect((await requests()).filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('modport publish publishes a file with the kind that was corrected', async () => {
    const { folder, slug, options } = await prepared('');
    const second = '[[files]]\npath = "extra.zip"\n';
    editManifest(folder, (text) => text.replace(MAIN, `${MAIN}kind = "optional"\n${second}`));
    const { code, data } = await modportJson(['publish'], options);
    expect({ code, files: data.artifact_ids.length }).toEqual({ code: 0, files: 2 });
    const [version] = await versionsOf(slug);
    expect(version.artifacts).toMatchObject([{ original_filename: 'extra.zip' }]);
  });

  it.each([
    ['removed', '', 'extra.zip (optional, "High resolution")'],
    ['renamed', EXTRA.replace('label', 'name = "pack.zip"\nlabel'), 'extra.zip'],
    ['labelled otherwise', EXTRA.replace('High', 'Low'), '"High resolution"'],
  ])('modport publish refuses a draft with a file that was %s', async (_case, second, named) => {
    const { folder, slug, options } = await prepared(EXTRA);
    editManifest(folder, (text) => text.replace(EXTRA, second));
    const { code, error } = await modportJson(['publish'], options);
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'draft_differs' });
    expect(error.message).toContain(named);
    expect(error.files).toHaveLength(1);
    expect((await modportJson(['info', slug])).error.code).toBe('mod_not_found');
  });
});
