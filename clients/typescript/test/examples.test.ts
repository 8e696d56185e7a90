import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, readList, update, verify } from '../examples/install.js';
import { bundled, bundledText, PACKAGE, start } from './support/child.js';
import { temporaryFolder } from './support/folder.js';
import { BASE_URL, facts, mod, testClient } from './support/service.js';

describe('examples', () => {
  it('the example of the README downloads a mod with its dependency', async () => {
    const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
    const [, text = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    expect(text.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
    const program = await bundledText(text);
    const folder = await temporaryFolder();
    const env = { MODPORT_API: BASE_URL };
    const { code, output } = await start(process.execPath, [program, 'uses base'], env, folder)
      .ended;
    expect(output).toMatch(/^(verified .*\n){2}$/);
    expect(code).toBe(0);
    expect((await readdir(folder)).sort()).toEqual([
      'base-library-1.1.0.zip',
      'uses-base-1.0.0.zip',
    ]);
  });

  it('install.ts installs three mods with a dependency and verifies them', async () => {
    const program = await bundled(join(PACKAGE, 'examples/install.ts'));
    const folder = join(await temporaryFolder(), 'mods');
    const args = [program, BASE_URL, facts.game, folder, 'uses base', 'stand alone', 'large pack'];
    for (let run = 0; run < 2; run += 1) {
      const { code, output } = await start(process.execPath, args).ended;
      expect(output).toContain('installed Base library 1.1.0\n');
      expect(output).toMatch(/everything is verified and current\n$/);
      expect(output).not.toContain('damaged');
      expect(code).toBe(0);
    }
    expect(await readList(folder)).toHaveLength(4);
    expect(await readdir(folder)).toHaveLength(5);
  });

  it('install.ts finds a damaged file and updates an old one', async () => {
    const client = testClient();
    const folder = await temporaryFolder();
    const { id } = mod('base-library');
    const { body } = await client.get('/mods/{mod_id}/versions', {
      params: { path: { mod_id: id } },
    });
    const old = body.data.find(({ version }) => version === '1.0.0');
    const versions = [{ mod_id: id, version_id: old?.id ?? '' }];
    await install(client, folder, { game_slug: facts.game, versions });
    expect(await verify(folder)).toEqual([]);
    const [installed] = await readList(folder);
    await writeFile(join(folder, installed?.file ?? ''), 'damaged');
    expect(await verify(folder)).toEqual([installed?.file]);
    expect(await update(client, folder, facts.game)).toEqual(['Base library 1.1.0']);
    expect(await verify(folder)).toEqual([]);
    expect(await readdir(folder)).toHaveLength(2);
  });
});
