import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LockedFile } from '../src/install/lockfile.js';
import type { NextFolder } from '../src/install/next-folder.js';
import { writePending } from '../src/install/pending.js';
import { keepPlacedFiles } from '../src/install/placed-files.js';

const MOD = randomUUID();

function fileOf(path: string, version: string, mod_id: string = MOD): LockedFile {
  return {
    path,
    sha256: createHash('sha256').update(`${path} ${version}`).digest('hex'),
    size_bytes: 1,
    artifact_id: randomUUID(),
    mod_id,
    slug: 'lost',
    version_id: randomUUID(),
    version,
    role: 'selected',
  };
}

/** A folder with some files, after a killed run that was about to bring others. */
async function folderWith(present: readonly LockedFile[], pending: readonly LockedFile[]) {
  const path = mkdtempSync(join(tmpdir(), 'placed-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = { path, staging: join(path, '.modport'), signal: new AbortController().signal };
  mkdirSync(folder.staging);
  for (const file of present) writeFileSync(join(path, file.path), `${file.path} ${file.version}`);
  await writePending(folder, pending);
  return folder;
}

/** The next content of a folder in which the mod stays. */
function nextWith(staying: readonly LockedFile[], planned: readonly LockedFile[] = []) {
  const setAside = [{ mod_id: MOD, slug: 'lost', version: '1', reason: 'not_offered' }];
  return {
    staying,
    setAside,
    lockfile: { files: [...planned, ...staying].map((file) => ({ ...file })) },
  } as unknown as NextFolder;
}

describe('the files of a killed run for a mod that stays', () => {
  const [one, two, three] = [fileOf('1.zip', '1'), fileOf('2.zip', '2'), fileOf('3.zip', '3')];
  const other = fileOf('other.zip', '1', randomUUID());

  it.each([
    ['the new file stays if the old one is gone', [two], [two], [two], '2'],
    ['the old file stays if both are there', [one, two], [two], [one], '1'],
    ['the old file stays if the new one is not there', [], [two], [one], '1'],
    ['the latest file of several runs stays', [two, three], [two, three], [three], '3'],
  ])('%s', async (_, present, pending, staying, version) => {
    const folder = await folderWith(present, pending);
    const next = await keepPlacedFiles(folder, nextWith([one], [other]));
    expect(next.staying).toEqual(staying);
    expect(next.lockfile.files).toEqual([other, ...staying]);
    expect(next.setAside).toMatchObject([{ version }]);
  });

  it('a file in the place of the old one replaces it, and the other files of the mod stay', async () => {
    const [again, more] = [fileOf('1.zip', '2'), fileOf('more.zip', '1')];
    const folder = await folderWith([again, more], [again]);
    const { staying } = await keepPlacedFiles(folder, nextWith([one, more]));
    expect(staying).toEqual([more, again]);
  });

  it('a file whose name a plan needs does not stay', async () => {
    const folder = await folderWith([two], [two]);
    const { staying } = await keepPlacedFiles(
      folder,
      nextWith([one], [fileOf('2.ZIP', '1', randomUUID())]),
    );
    expect(staying).toEqual([one]);
  });

  it('a file whose name belongs to another mod that stays does not stay', async () => {
    const lost = fileOf('2.zip', '1', other.mod_id);
    const folder = await folderWith([two], [two]);
    const { staying } = await keepPlacedFiles(folder, nextWith([one, lost]));
    expect(staying).toEqual([one, lost]);
  });

  it('the file of the last run stays, also if an earlier run brought it first', async () => {
    const folder = await folderWith([two, three], [two, three]);
    await writePending(folder, [two]);
    const { staying } = await keepPlacedFiles(folder, nextWith([one]));
    expect(staying).toEqual([two]);
  });
});
