import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspect, verdictOf } from './inspect.js';
import { BAD, file, packed, verdict } from './packed-entries.js';
import { type EntrySpec, extraField, writeZip } from './zip-writer.js';

/** The Unicode path of Info-ZIP for a name. */
function unicodePath(name: Buffer, path: Buffer | string, crc = crc32(name)): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc, 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(path)]));
}

describe('the UTF-8 flag', () => {
  test('the UTF-8 flag can be in one header only if the name is ASCII', async () => {
    expect(await verdict({ ...packed, local: { flags: 0 } })).toBe('clean');
    expect(await verdict({ ...packed, flags: 0, local: { flags: 0x800 } })).toBe('clean');
    const name = 'ünï.json';
    expect(await verdict({ ...packed, name, local: { flags: 0 } })).toBe(BAD);
    expect(await verdict({ ...packed, name, flags: 0, local: { flags: 0x800 } })).toBe(BAD);
  });
});

describe('a Unicode path', () => {
  const name = Buffer.from([0x8c, 0xae, 0xa4, 0x2e, 0x74, 0x78, 0x74]);
  const entry = (path: string, crc?: number): EntrySpec => {
    const extra = unicodePath(name, path, crc);
    return { name, flags: 0, content: 'x', centralExtra: extra, localExtra: extra };
  };

  test('the Unicode path is the path of the entry if its CRC matches', async () => {
    const { outcome } = await inspect(writeZip([file, entry('Мод.txt')]));
    expect(outcome).toMatchObject({ kind: 'clean', entries: { paths: ['readme.txt', 'Мод.txt'] } });
  });

  test.each([
    ['archive_path_traversal', entry('../Мод.txt')],
    ['archive_dangerous_entry', entry('aux.txt')],
    ['archive_dangerous_entry', entry('autorun.inf')],
    ['archive_duplicate_path', entry('README.txt')],
    ['review executable_content', entry('run.bat')],
    [BAD, entry('Мод.txt', 1)],
    [BAD, entry('Мод/')],
    [BAD, { ...entry('Мод.txt'), localExtra: unicodePath(name, 'other.txt') }],
    [BAD, { name, flags: 0, content: 'x', localExtra: unicodePath(name, 'other.txt') }],
  ])('the Unicode path is judged like the name: %s', async (expected, spec) => {
    expect(await verdict(spec)).toBe(expected);
  });

  test('the name next to a Unicode path is judged as well', async () => {
    const named = (text: string): EntrySpec => {
      const bytes = Buffer.from(text);
      return { name: bytes, content: 'x', centralExtra: unicodePath(bytes, 'Мод.txt') };
    };
    expect(await verdict(named('mod.txt'))).toBe('clean');
    expect(await verdict(named('../mod.txt'))).toBe('archive_path_traversal');
    expect(await verdict(named('mod.exe'))).toBe('review executable_content');
    expect(await verdict(named('readme.txt'))).toBe('archive_duplicate_path');
  });
});

describe('a name in an old code page', () => {
  const named = (...bytes: number[]): EntrySpec => ({
    name: Buffer.concat([Buffer.of(...bytes), Buffer.from('.txt')]),
    flags: 0,
    content: 'x',
  });

  test.each([
    ['CP866', [0x8c, 0xae, 0xa4]],
    ['Shift-JIS with the second byte 0x5C', [0x83, 0x5c, 0x83, 0x74]],
    ['Shift-JIS with the second byte 0x7C', [0x83, 0x7c, 0x95, 0x5c]],
    ['GBK with the second byte 0x5C', [0x81, 0x5c, 0x8f, 0x5c]],
    ['Big5 with the second byte 0x5C', [0xa5, 0x5c, 0xb3, 0x5c]],
  ])('a name in an old code page is accepted: %s', async (_, bytes) => {
    for (const host of [0, 3]) expect(await verdict({ ...named(...bytes), host })).toBe('clean');
  });

  test.each([
    ['code page 437 with backslashes', [0x83, 0x5c, 0x2e, 0x2e, 0x5c, 0x83, 0x5c, 0x61]],
    ['Shift-JIS with full-width dots', [0x81, 0x44, 0x81, 0x44, 0x2f, 0x61]],
    ['GBK with full-width dots', [0xa3, 0xae, 0xa3, 0xae, 0x2f, 0x61]],
  ])('a name in an old code page is rejected if a reading leads outside: %s', async (_, bytes) => {
    for (const host of [0, 3]) {
      expect(await verdict({ ...named(...bytes), host })).toBe('archive_path_traversal');
    }
  });

  test('a name in an old code page is a program if any reading is one', async () => {
    const fullWidthDot = Buffer.from([0x72, 0x75, 0x6e, 0x81, 0x44, 0x62, 0x61, 0x74]);
    expect(await verdict({ name: fullWidthDot, flags: 0, content: 'x' })).toBe(
      'review executable_content',
    );
  });

  test('a name in an old code page collides with another entry by its reading with separators', async () => {
    const host = 0;
    const name = Buffer.from([0x83, 0x5c, 0x61]);
    const other = { name: 'â/a', content: 'y' };
    expect(await verdict({ name, flags: 0, content: 'x', host }, other)).toBe(
      'archive_duplicate_path',
    );
  });
});

describe('a backslash', () => {
  test.each([0, 6, 10, 11, 14])(
    'a backslash is a separator in entries of host %i',
    async (host) => {
      const bytes = writeZip([{ ...packed, name: 'config\\mod\\a.json', host }]);
      const { outcome } = await inspect(bytes);
      expect(outcome).toMatchObject({ kind: 'clean', entries: { paths: ['config/mod/a.json'] } });
    },
  );

  test('a backslash at the end makes a folder', async () => {
    const host = 0;
    const folder: EntrySpec = { name: 'config\\', method: 'store', host };
    expect(await verdict(folder)).toBe('clean');
    expect(await verdict({ ...folder, content: 'x' })).toBe(BAD);
  });

  test.each([
    ['archive_path_traversal', '..\\a.json'],
    ['archive_path_traversal', 'config\\..\\..\\a.json'],
    ['archive_path_traversal', '\\a.json'],
    ['archive_path_traversal', '\\\\server\\share\\a.json'],
    ['archive_path_traversal', 'C:\\a.json'],
    ['archive_dangerous_entry', 'config\\aux.json'],
    ['archive_dangerous_entry', 'config\\autorun.inf'],
    ['archive_duplicate_path', 'config\\b.json'],
    ['review executable_content', 'config\\run.bat'],
    ['review executable_content', 'A.app\\a.json'],
  ])('a backslash counts as a separator: %s, %j', async (expected, name) => {
    const twin: EntrySpec = { ...file, name: 'CONFIG/B.json' };
    expect(await verdict(twin, { ...packed, name, host: 0 })).toBe(expected);
  });

  test('a backslash is rejected in entries of Unix, where it is part of the name', async () => {
    const { outcome } = await inspect(writeZip([{ ...packed, name: 'config\\a.json' }]));
    expect(outcome).toMatchObject({
      code: 'archive_path_traversal',
      findings: [{ code: 'backslash', path: 'config\\a.json' }],
    });
  });

  test.each(['C:/a.json', 'C:\\a.json', '/a.json', '\\a.json'])(
    'the refusal of the absolute path %j does not advise to pack with slashes',
    async (name) => {
      const { outcome } = await inspect(writeZip([{ ...packed, name }]));
      expect(outcome).toMatchObject({
        code: 'archive_path_traversal',
        findings: [{ code: 'archive_path_traversal', path: name }],
      });
    },
  );
});

describe('names in a jar that differ only in case', () => {
  const class_ = Buffer.from('cafebabe00000041', 'hex');
  const jar = { filename: 'mod.jar', contentType: 'application/java-archive' };
  const of = (...names: readonly string[]) =>
    writeZip([file, ...names.map((name) => ({ name, content: name.endsWith('/') ? '' : class_ }))]);

  test.each([
    [['a/b.class', 'a/B.class']],
    [['a/b.class', 'A/b.class', 'a/B.class']],
    [['a/', 'A/', 'a/b.class', 'A/c.class']],
  ])('classes and folders of a jar that differ only in case go to review: %j', async (names) => {
    expect(await verdictOf(of(...names), jar)).toBe('review ambiguous_name');
    expect(await verdictOf(of(...names))).toBe('archive_duplicate_path');
  });

  test.each([
    [['a.json', 'A.json']],
    [['a.class', 'a.class']],
    [['a.class', 'A.class', 'a.class']],
    [['a.class', 'A.class.']],
    [['a.class', 'A.class/']],
    [['e\u0301.class', '\u00e9.class']],
  ])('other colliding names of a jar are rejected: %j', async (names) => {
    expect(await verdictOf(of(...names), jar)).toBe('archive_duplicate_path');
  });
});

describe('a second name or type that only some programs use', () => {
  const script = 'kubejs/server_scripts/x.js';
  const minecraft = { game: 'minecraft', loaders: [] };

  test.each(['run.bat', 'run.hta'])(
    '%s stays a program despite the Unicode path of a script',
    async (raw) => {
      const name = Buffer.from(raw);
      const entry = { name, content: 'x', centralExtra: unicodePath(name, script) };
      expect(await verdictOf(writeZip([file, entry]), minecraft)).toBe('review executable_content');
      expect(await verdictOf(writeZip([file, { name: script, content: 'x' }]), minecraft)).toBe(
        'clean',
      );
    },
  );

  test('an archive does not become a nested mod by its Unicode path', async () => {
    const name = Buffer.from('x.zip');
    const centralExtra = unicodePath(name, 'META-INF/jars/x.jar');
    const entry = { name, content: writeZip([file]), centralExtra };
    const jar = writeZip([{ name: 'fabric.mod.json', content: '{}' }, entry]);
    const over = {
      game: 'minecraft',
      loaders: ['fabric'],
      filename: 'm.jar',
      contentType: 'application/java-archive',
    };
    expect(await verdictOf(jar, over)).toMatch(/^review nested_archive/);
  });

  test('a symbolic link in an extra field of libarchive or ASi Unix is rejected', async () => {
    const second = extraField(0x6c78, Buffer.from([5, 0x1e, 3, 0, 0, 0xff, 0xa1]));
    const asi = Buffer.alloc(14);
    asi.writeUInt16LE(0o120777, 4);
    const link = { name: 'link', content: '/etc/passwd' };
    expect(await verdict({ ...link, localExtra: second })).toBe('archive_symlink_entry');
    const localExtra = extraField(0x756e, asi);
    expect(await verdict({ ...link, localExtra })).toBe('archive_symlink_entry');
    asi.writeUInt16LE(0o100644, 4);
    expect(await verdict({ ...link, localExtra: extraField(0x756e, asi) })).toBe('clean');
  });

  test('a nested archive whose directory lists only an empty entry is still walked', async () => {
    const hidden = writeZip([{ name: 'evil.exe', content: 'MZ' }]);
    const end = hidden.length;
    const listed = writeZip([
      { name: 'a', packed: hidden, central: { compressedBytes: end, sizeBytes: 0, crc: 0 } },
    ]);
    const jar = writeZip([
      { name: 'fabric.mod.json', content: '{}' },
      { name: 'META-INF/jars/x.jar', content: listed },
    ]);
    const over = {
      game: 'minecraft',
      loaders: ['fabric'],
      filename: 'm.jar',
      contentType: 'application/java-archive',
    };
    expect(await verdictOf(jar, over)).toBe('review nested_archive_not_inspected');
  });
});
