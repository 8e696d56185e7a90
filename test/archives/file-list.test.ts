import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ContainedFiles, createFileList } from '../../src/archives/file-list.js';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { ARCHIVE_LIMITS } from '../../src/registry/limits.js';
import { chunked, EICAR, expectationOf } from './inspect.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The files that an inspection lists. */
async function listed(bytes: Uint8Array, filename = 'mod.zip'): Promise<ContainedFiles> {
  const files = createFileList();
  const contentType = filename.endsWith('.7z') ? 'application/x-7z-compressed' : 'application/zip';
  const expected = expectationOf(bytes, { filename, contentType });
  await inspectArchive(chunked(bytes), expected, createBuiltinScanner(), { files });
  return files.contents();
}

describe('the list of files of an inspection', () => {
  it('the list has path, size and SHA-256 of each file, without folders', async () => {
    const bytes = writeZip([
      { name: 'data/' },
      { name: 'data/a.txt', content: 'first' },
      { name: 'b.txt', content: 'second', method: 'deflate' },
    ]);
    expect(await listed(bytes)).toEqual({
      count: 2,
      isComplete: true,
      files: [
        { path: 'data/a.txt', sizeBytes: 5, sha256: sha256('first') },
        { path: 'b.txt', sizeBytes: 6, sha256: sha256('second') },
      ],
    });
  });

  it('the list has the files of a 7z', async () => {
    const bytes = writeSevenZip([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', content: 'second' },
    ]);
    const { files, isComplete } = await listed(bytes, 'mod.7z');
    expect(isComplete).toBe(true);
    expect(files.map(({ path, sha256: digest }) => [path, digest])).toEqual([
      ['a.txt', sha256('first')],
      ['b.txt', sha256('second')],
    ]);
  });

  it('the list has the files of a nested archive, below its own path', async () => {
    const inner = writeZip([{ name: 'tool.exe', content: 'MZ' }]);
    const { files, count } = await listed(writeZip([{ name: 'in/lib.zip', content: inner }]));
    expect(count).toBe(2);
    expect(files.map(({ path, sha256: digest }) => [path, digest]).toSorted()).toEqual([
      ['in/lib.zip', sha256(inner)],
      ['in/lib.zip/tool.exe', sha256('MZ')],
    ]);
  });

  it('the list of an archive with too many files says that it is not complete', async () => {
    const limit = ARCHIVE_LIMITS.listedPaths;
    const entries = Array.from({ length: limit + 1 }, (_, i) => ({
      name: `${i}.txt`,
      content: 'x',
    }));
    const { files, count, isComplete } = await listed(writeZip(entries));
    expect([files.length, count, isComplete]).toEqual([limit, limit + 1, false]);
  });

  it('the list holds a bounded number of characters', async () => {
    const folder = `${'f'.repeat(250)}/`.repeat(4);
    const entries = Array.from({ length: 300 }, (_, i) => ({
      name: `${folder}${i}.txt`,
      content: 'x',
    }));
    const { files, isComplete } = await listed(writeZip(entries));
    const characters = files.reduce((sum, { path }) => sum + path.length, 0);
    expect(characters).toBeLessThanOrEqual(ARCHIVE_LIMITS.listedCharacters);
    expect(files.length).toBeGreaterThan(100);
    expect(isComplete).toBe(false);
  });

  it('the list of an archive that no inspection could read to its end is not complete', async () => {
    const bytes = writeZip([
      { name: 'a.txt', content: 'first' },
      { name: 'b.txt', content: 'second', local: { crc: 1 }, central: { crc: 1 } },
    ]);
    expect((await listed(bytes)).isComplete).toBe(false);
  });

  it('a second pass that looks for malware lists no file twice', async () => {
    const bytes = writeZip([{ name: 'a.txt', content: EICAR }]);
    expect((await listed(bytes)).count).toBe(1);
  });
});
