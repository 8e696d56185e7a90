import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addLog } from '../../src/admin/backup/add-log.js';

const SEGMENT = gzipSync(Buffer.alloc(16 * 1024 ** 2), { level: 1 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const segment = (timeline: number, place: number) =>
  `${timeline}`.padStart(8, '0') + `${place}`.padStart(16, '0');

/** Adds an archive with these segments to a backup that has the third one of the first timeline. */
async function add(...archived: readonly string[]): Promise<string[]> {
  const [archive, log] = [join(folder, 'archive'), join(folder, 'pg_wal')];
  await mkdir(archive);
  await mkdir(log);
  for (const name of archived) await writeFile(join(archive, `${name}.gz`), SEGMENT);
  await writeFile(join(log, segment(1, 3)), '');
  const sources = { archive, former: join(folder, 'former'), cluster: '1' };
  await addLog(sources, log, segment(1, 3));
  return (await readdir(log)).sort();
}

it('a log that goes on in a later timeline is added as a whole', async () => {
  const names = [segment(1, 3), segment(1, 4), segment(2, 4), segment(2, 5)];
  expect(await add(...names.slice(1))).toEqual(names);
});

it('a log that lacks the end of a timeline before the next one is refused', async () => {
  await expect(add(segment(1, 4), segment(2, 6))).rejects.toThrow(
    `lacks the segments between ${segment(1, 4)} and ${segment(2, 6)}`,
  );
});
