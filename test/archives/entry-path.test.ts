import { describe, expect, test } from 'vitest';
import { verdictOf } from './inspect.js';
import { writeZip } from './zip-writer.js';

const holding = (...names: readonly (string | Buffer)[]) =>
  verdictOf(
    writeZip(names.map((name) => ({ name, content: String(name).endsWith('/') ? '' : 'x' }))),
  );

describe('paths that lead out of the archive', () => {
  test.each([
    '../evil.txt',
    'a/../../evil.txt',
    'a/..',
    'a/.. /b',
    'a/.../b',
    '/etc/passwd',
    '//server/share',
    'C:/Windows/x',
    'c:evil.txt',
    '\\\\server\\share',
    'a\\..\\b',
    'a\\b.txt',
    'nul\0byte.txt',
  ])('the path %j is rejected because it leads out of the archive', async (name) => {
    expect(await holding(name)).toBe('archive_path_traversal');
  });
});

describe('paths that some system reads as something else', () => {
  test.each([
    'CON',
    'a/nul.txt',
    'Aux.json',
    'com1',
    'LPT9.log',
    'prn .txt',
    'a/file.txt:stream',
    'line\nbreak',
    'bell\u0007',
    'a/ /b',
    'x'.repeat(1025),
    `${'d/'.repeat(64)}file`,
  ])('the path %j is rejected as a dangerous entry', async (name) => {
    expect(await holding(name)).toBe('archive_dangerous_entry');
  });

  test.each([
    'console.txt',
    'a/..b',
    'a..b/c',
    '.hidden',
    'com10',
    'nulls/a',
    'a b/c d.txt',
    'ÄÖ/é.txt',
  ])('the path %j is ordinary and clean', async (name) => {
    expect(await holding(name)).toBe('clean');
  });
});

describe('two paths that are one file on some system', () => {
  test.each([
    [['a.txt', 'a.txt']],
    [['Readme.txt', 'README.TXT']],
    [['e\u0301.txt', '\u00e9.txt']],
    [['straße', 'STRASSE']],
    [['a.txt', 'a.txt.']],
    [['a.txt', 'a.txt ']],
    [['dir/a', 'DIR/./a']],
    [['dir/a', 'dir//a']],
    [['a', 'a/b']],
    [['A/b/c', 'a-b', 'a/B']],
    [['a', 'a/']],
  ])('the paths %j are rejected as duplicates in both orders', async (names) => {
    expect(await holding(...names)).toBe('archive_duplicate_path');
    expect(await holding(...[...names].reverse())).toBe('archive_duplicate_path');
  });

  test('different paths do not collide', async () => {
    expect(await holding('a', 'a-b', 'a.b/c', 'ab/', 'b/a', 'b/a2')).toBe('clean');
  });

  test('names in code page 437 are compared by their decoded text', async () => {
    const bytes = writeZip([
      { name: Buffer.from([0x81]), flags: 0, content: 'x' },
      { name: 'Ü', content: 'x' },
    ]);
    expect(await verdictOf(bytes)).toBe('archive_duplicate_path');
  });
});

describe('entries that unpack to no regular file', () => {
  const unix = (mode: number) => mode * 0x10000;
  test.each([
    ['archive_symlink_entry', 'a symbolic link', unix(0o120777)],
    ['archive_symlink_entry', 'a reparse point', 0x400],
    ['archive_dangerous_entry', 'a character device', unix(0o020666)],
    ['archive_dangerous_entry', 'a block device', unix(0o060666)],
    ['archive_dangerous_entry', 'a socket', unix(0o140666)],
    ['clean', 'an ordinary file', unix(0o100644)],
  ])('%s is the verdict on %s', async (code, _, attributes) => {
    expect(await verdictOf(writeZip([{ name: 'entry', content: 'x', attributes }]))).toBe(code);
  });

  test('a pipe without content is rejected', async () => {
    const pipe = { name: 'pipe', attributes: unix(0o010666) };
    const bytes = writeZip([{ name: 'a', content: 'x' }, pipe]);
    expect(await verdictOf(bytes)).toBe('archive_dangerous_entry');
  });
});
