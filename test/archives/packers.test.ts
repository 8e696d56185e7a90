import { describe, expect, test } from 'vitest';
import { inspect, verdictOf } from './inspect.js';
import { BAD, file, packed, verdict } from './packed-entries.js';
import { type EntrySpec, extraField, writeZip } from './zip-writer.js';

const MODE = (mode: number): number => mode * 0x10000;

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
    ['is in the directory', { centralExtra: unused }],
  ])('a ZIP64 field is rejected if it %s', async (_, entry) => {
    expect(await verdict({ ...packed, ...entry })).toBe('zip64_not_supported');
  });
});

const file2: EntrySpec = { name: 'last.txt', content: 'the last file' };

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
