import { describe, expect, test } from 'vitest';
import { verdictOf } from './inspect.js';
import { writeZip } from './zip-writer.js';

const holding = (...names: readonly (string | Buffer)[]) =>
  verdictOf(
    writeZip(names.map((name) => ({ name, content: String(name).endsWith('/') ? '' : 'x' }))),
  );

describe('a path that leads out of the archive is refused', () => {
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
  ])('%j', async (name) => {
    expect(await holding(name)).toBe('archive_path_traversal');
  });
});

describe('a path that some system takes for something else is refused', () => {
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
  ])('%j', async (name) => {
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
  ])('%j is an ordinary path', async (name) => {
    expect(await holding(name)).toBe('clean');
  });
});

describe('two paths that are one file somewhere are refused', () => {
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
  ])('%j', async (names) => {
    expect(await holding(...names)).toBe('archive_duplicate_path');
    expect(await holding(...[...names].reverse())).toBe('archive_duplicate_path');
  });

  test('paths that differ are kept apart', async () => {
    expect(await holding('a', 'a-b', 'a.b/c', 'ab/', 'b/a', 'b/a2')).toBe('clean');
  });

  test('names in code page 437 are compared as what they mean', async () => {
    const bytes = writeZip([
      { name: Buffer.from([0x81]), flags: 0, content: 'x' },
      { name: 'Ü', content: 'x' },
    ]);
    expect(await verdictOf(bytes)).toBe('archive_duplicate_path');
  });
});

describe('an entry that unpacks to no file is refused', () => {
  const unix = (mode: number) => mode * 0x10000;
  test.each([
    ['archive_symlink_entry', 'a symbolic link', unix(0o120777)],
    ['archive_symlink_entry', 'a reparse point', 0x400],
    ['archive_dangerous_entry', 'a character device', unix(0o020666)],
    ['archive_dangerous_entry', 'a block device', unix(0o060666)],
    ['archive_dangerous_entry', 'a socket', unix(0o140666)],
    ['clean', 'an ordinary file', unix(0o100644)],
  ])('%s: %s', async (code, _, attributes) => {
    expect(await verdictOf(writeZip([{ name: 'entry', content: 'x', attributes }]))).toBe(code);
  });

  test('a pipe without content is refused', async () => {
    const pipe = { name: 'pipe', attributes: unix(0o010666) };
    const bytes = writeZip([{ name: 'a', content: 'x' }, pipe]);
    expect(await verdictOf(bytes)).toBe('archive_dangerous_entry');
  });
});
