import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspect, verdictOf } from './inspect.js';
import { type EntrySpec, extraField, writeZip } from './zip-writer.js';

const BAD = 'archive_validation_failed';
const file: EntrySpec = { name: 'readme.txt', content: 'a file of the mod' };
const packed: EntrySpec = { name: 'data.json', content: '{}'.repeat(500), method: 'deflate' };
const MODE = (mode: number): number => mode * 0x10000;

const verdict = (...entries: readonly EntrySpec[]) => verdictOf(writeZip([file, ...entries]));

function sizesOf(entry: EntrySpec) {
  const bytes = writeZip([entry]);
  return {
    crc: bytes.readUInt32LE(14),
    compressedBytes: bytes.readUInt32LE(18),
    sizeBytes: bytes.readUInt32LE(22),
  };
}

/** A ZIP64 field of a local header. */
function zip64(sizeBytes: number, compressedBytes: number): Buffer {
  const data = Buffer.alloc(16);
  data.writeBigUInt64LE(BigInt(sizeBytes), 0);
  data.writeBigUInt64LE(BigInt(compressedBytes), 8);
  return extraField(1, data);
}

/** The Unicode path of Info-ZIP for a name. */
function unicodePath(name: Buffer, path: Buffer | string, crc = crc32(name)): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc, 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(path)]));
}

describe('the Unix mode of an entry', () => {
  test('the Unix mode 0177777 on a folder is ignored, as in old Maven jars', async () => {
    const attributes = MODE(0o177777) + 0x10;
    expect(await verdict({ name: 'META-INF/', method: 'store', attributes })).toBe('clean');
    expect(await verdict({ ...packed, attributes })).toBe('archive_dangerous_entry');
  });

  test('a pipe with content counts as a file, and an empty pipe is rejected', async () => {
    const attributes = MODE(0o010644);
    expect(await verdict({ ...packed, attributes })).toBe('clean');
    expect(await verdict({ name: 'pipe', attributes })).toBe('archive_dangerous_entry');
    expect(await verdict({ ...packed, attributes: MODE(0o014644) })).toBe(
      'archive_dangerous_entry',
    );
  });
});

describe('a local header before a data descriptor', () => {
  const real = sizesOf(packed);
  const combinations = Array.from({ length: 8 }, (_, bits) => ({
    ...((bits & 1) !== 0 ? { crc: real.crc } : {}),
    ...((bits & 2) !== 0 ? { compressedBytes: real.compressedBytes } : {}),
    ...((bits & 4) !== 0 ? { sizeBytes: real.sizeBytes } : {}),
  }));

  test.each(combinations)(
    'a local header before a data descriptor holds each value or zero: %o',
    async (local) => {
      expect(await verdict({ ...packed, descriptor: 'signed', local })).toBe('clean');
      expect(await verdict({ ...packed, descriptor: 'bare', local })).toBe('clean');
    },
  );

  test.each(['crc', 'compressedBytes', 'sizeBytes'] as const)(
    'a local header with another %s is rejected, and so is zero without a descriptor',
    async (field) => {
      const local = { [field]: real[field] + 1 };
      expect(await verdict({ ...packed, descriptor: 'signed', local })).toBe(BAD);
      expect(await verdict({ ...packed, local: { [field]: 0 } })).toBe(BAD);
    },
  );
});

describe('a ZIP64 field in a local header', () => {
  const real = sizesOf(packed);
  const unused = zip64(real.sizeBytes, real.compressedBytes);
  const inField = { compressedBytes: 0xffffffff, sizeBytes: 0xffffffff };

  test('a ZIP64 field is accepted if it holds the sizes of the directory', async () => {
    expect(await verdict({ ...packed, localExtra: unused })).toBe('clean');
    expect(await verdict({ ...packed, localExtra: unused, local: inField })).toBe('clean');
  });

  test('a ZIP64 field can be zero before a data descriptor, which can have 64-bit sizes', async () => {
    const descriptorBytes = Buffer.alloc(24);
    descriptorBytes.writeUInt32LE(0x08074b50, 0);
    descriptorBytes.writeUInt32LE(real.crc, 4);
    descriptorBytes.writeBigUInt64LE(BigInt(real.compressedBytes), 8);
    descriptorBytes.writeBigUInt64LE(BigInt(real.sizeBytes), 16);
    const streamed: EntrySpec = {
      ...packed,
      descriptor: 'signed',
      local: inField,
      localExtra: zip64(0, 0),
      descriptorBytes,
    };
    expect(await verdict(streamed, file2)).toBe('clean');
    const wrong = Buffer.from(descriptorBytes);
    wrong.writeUInt8(1, 23);
    expect(await verdict({ ...streamed, descriptorBytes: wrong }, file2)).toBe(BAD);
    const { localExtra: _, ...without } = streamed;
    expect(await verdict({ ...without, local: {} }, file2)).toBe(BAD);
  });

  test.each([
    ['holds another size', { localExtra: zip64(real.sizeBytes + 1, real.compressedBytes) }],
    ['holds another packed size', { localExtra: zip64(real.sizeBytes, 2 ** 32) }],
    ['is zero without a descriptor', { localExtra: zip64(0, 0) }],
    ['has another length', { localExtra: extraField(1, Buffer.alloc(8)) }],
    ['is missing', { local: inField }],
    ['stands in the directory', { centralExtra: unused }],
  ])('a ZIP64 field is rejected if it %s', async (_, entry) => {
    expect(await verdict({ ...packed, ...entry })).toBe('zip64_not_supported');
  });
});

const file2: EntrySpec = { name: 'last.txt', content: 'the last file' };

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
});

describe('unsupported compression methods', () => {
  test.each([
    [9, 'Deflate64'],
    [12, 'BZip2'],
    [14, 'LZMA'],
    [93, 'Zstandard'],
    [95, 'XZ'],
    [98, 'PPMd'],
    [77, 'method 77'],
  ])(
    'an unsupported compression method is rejected by its name: %i is %s',
    async (method, name) => {
      const { outcome } = await inspect(
        writeZip([{ ...packed, local: { method }, central: { method } }]),
      );
      expect(outcome).toMatchObject({
        code: BAD,
        detail: `"data.json" is packed with ${name}; pack it with Deflate or without compression`,
        findings: [{ code: 'zip_method', path: 'data.json', values: { method: name } }],
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

describe('a missing data descriptor', () => {
  const streamed = { flags: 0x808, method: 'store' } as const;

  test('a folder needs no data descriptor', async () => {
    expect(await verdict({ ...streamed, name: 'lang/' }, file2)).toBe('clean');
  });

  test.each([
    ['a file', { ...streamed, name: 'lang', content: 'x' }],
    ['an empty file', { ...streamed, name: 'lang' }],
    ['a folder with a CRC', { ...streamed, name: 'lang/', central: { crc: 1 } }],
    ['a folder with packed bytes', { ...packed, flags: 0x808, name: 'lang/', content: '' }],
  ])('%s needs the data descriptor', async (_, entry) => {
    expect(await verdict(entry, file2)).toBe(BAD);
  });
});

describe('zeros after the end record', () => {
  test.each([1, 512, 10_240])(
    '%i zeros after the end record are accepted as block padding, as bsdtar writes it',
    async (length) => {
      const suffix = Buffer.alloc(length);
      expect(await verdictOf(writeZip([file, packed], { suffix }))).toBe('clean');
      expect(await verdictOf(writeZip([file], { suffix, comment: Buffer.from('mod') }))).toBe(
        'clean',
      );
    },
  );

  test.each([
    ['another byte follows', Buffer.concat([Buffer.alloc(512), Buffer.of(1)])],
    ['another archive follows', Buffer.concat([Buffer.alloc(512), writeZip([packed])])],
    ['they fill the window', Buffer.alloc(70_000)],
  ])('zeros after the end record are rejected if %s', async (_, suffix) => {
    expect(await verdictOf(writeZip([file], { suffix }))).toBe(BAD);
  });
});

describe('7z archives of packers that differ from 7-Zip', () => {
  const sevenZip = { filename: 'mod.7z', contentType: null };
  // Written by py7zr, without a CRC of the packed header.
  const python = Buffer.from(
    [
      'N3q8ryccAASEVoYJvwAAAAAAAAAWAAAAAAAAALcExeMBAAZ4CngKaGkKAOABNQCsXQAAgTMHrg/Oha6S93ru',
      'mjUv7rdNwiI3CmzB6h7NKouLz8Sun4/18Q23MfIN1D3qgna9Gunnl+ORMNmAl+G8zR2wv9PFUXGRDnQrYJdU',
      'f/CGD/AIa+T/uOywioYhuw0+WyQtg9/AtCeXqdbGPjxpelKvMPDPy13pFmh7+SDWVxUWlLraUspTlnf+vqc8',
      '4OCkBasqlj4StsPwUpGBy4aqbbFbT1vlww+vVpeWYAAAABcGCwEJgLQABwsBAAEhIQEYDIE2AAA=',
    ].join(''),
    'base64',
  );
  // Written by commons-compress, with a slash at the end of folder names.
  const java = Buffer.from(
    [
      'N3q8ryccAALOojPqEwAAAAAAAAApAQAAAAAAACXLkV4BAAF4CgABAAF4CgABAAJoaQoAAQQGAAMJBgYHCgEB',
      'xC9iAcQvYmNAoAIABwsDAAEhIQEWASEhARYBISEBFgwCAgMKAR8I6kYfCOpGenpv7QAIAAAFBw4B8A8BIBGA',
      'nwBhAHMAcwBlAHQAcwAvAAAAYQBzAHMAZQB0AHMALwBuAG8AdABoAGkAbgBnAC8AAABlAG0AcAB0AHkALgBj',
      'AGYAZwAAAGwAYQBuAGcALwAAAGwAYQBuAGcALwBHAHIA9gDfAGUALgB0AHgAdAAAAGwAYQBuAGcALwA8BD4E',
      'NAQuAHQAeAB0AAAAcgBlAGEAZABtAGUALgB0AHgAdAAAABQ6AQBwwUXAjHrdAXDBRcCMet0BcMFFwIx63QGw',
      'XUbAjHrdAbBdRsCMet0BsF1GwIx63QFwwUXAjHrdAQAA',
    ].join(''),
    'base64',
  );

  test('a packed 7z header needs no CRC of its own', async () => {
    expect(await verdictOf(python, sevenZip)).toBe('clean');
  });

  test('a folder name in a 7z can end with a slash', async () => {
    expect(await verdictOf(java, sevenZip)).toBe('clean');
  });

  test.each([
    ['a packed header', python, 0x30],
    ['a packed content', java, 0x23],
  ])('a changed byte in %s is rejected', async (_, bytes, at) => {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
    expect(await verdictOf(changed, sevenZip)).toBe(BAD);
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
      ...{ game: 'minecraft', loaders: ['fabric'] },
      ...{ filename: 'm.jar', contentType: 'application/java-archive' },
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
      ...{ game: 'minecraft', loaders: ['fabric'] },
      ...{ filename: 'm.jar', contentType: 'application/java-archive' },
    };
    expect(await verdictOf(jar, over)).toBe('review nested_archive_not_inspected');
  });
});
