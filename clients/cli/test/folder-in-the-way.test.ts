import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, temporaryFolder } from './cli.js';
import { modCalled } from './facts.js';
import { forget, requests } from './faults.js';

const alone = modCalled('stand-alone');
const OLD = 'base-library-1.0.0.zip';

/** The names in a folder, without the staging folder. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name !== '.modport');

describe('a folder in the place of a file', () => {
  it.each([[[]], [['--force']]])(
    'a folder in the place of a file ends install and download before they get any bytes: %j',
    async (force) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, alone.filename));
      await forget();
      const args = ['install', 'base-library', 'stand-alone', '--into', folder, ...force];
      const installing = await modportJson(args);
      const downloading = await modportJson(['download', 'stand-alone', ...force], { cwd: folder });
      for (const { code, error } of [installing, downloading]) {
        expect({ code, error: error.code }).toEqual({ code: 7, error: 'file_unusable' });
        expect(error.file).toMatch(new RegExp(`/${alone.filename}$`));
        expect(error.message).toContain('a folder is in the place of this file');
        expect(error.message).not.toContain('--force');
      }
      expect((await requests()).filter(({ path }) => path.startsWith('/storage/'))).toEqual([]);
      expect(namesIn(folder)).toEqual([alone.filename]);
    },
  );

  it('a folder in the place of a file that modport update would remove stays, and nothing changes', async () => {
    const folder = temporaryFolder();
    expect((await modport(['install', 'base-library@1.0.0', '--into', folder])).code).toBe(0);
    rmSync(join(folder, OLD));
    mkdirSync(join(folder, OLD));
    const args = ['update', 'base-library', '--into', folder, '--force'];
    const { code, error } = await modportJson(args);
    expect({ code, error: error.code }).toEqual({ code: 7, error: 'file_unusable' });
    expect(namesIn(folder).toSorted()).toEqual([OLD, 'modport.lock']);
  });
});
