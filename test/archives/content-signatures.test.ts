import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SIGNS } from '../../src/archives/content-signs.js';
import { seenHead } from '../../src/archives/seen-bytes.js';
import { inspect, verdictOf } from './inspect.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { EXECUTABLE, NESTED, text, verdictWith } from './verdict-with.js';
import { extraField, writeZip } from './zip-writer.js';

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

describe('text files with the first letters of programs and archives', () => {
  test.each(['MZ', 'MZ: the mod of zones\r\n', `MZ ${'und Käse '.repeat(300)}`, 'BZh is a code\n'])(
    'a text file with the content %j is clean',
    async (content) => {
      expect(await verdictWith('notes.txt', content)).toBe('clean');
    },
  );

  test.each([
    [EXECUTABLE, 'MZ and a control character \0'],
    [EXECUTABLE, 'MZ\x90\0'],
    [EXECUTABLE, Buffer.from('4d5aff', 'hex')],
    [NESTED, Buffer.from('425a68393141592653590000', 'hex')],
    [NESTED, Buffer.from('425a683117724538509000000000', 'hex')],
  ])('notes.txt gets the verdict %s for the content %o', async (verdict, content) => {
    expect(await verdictWith('notes.txt', content)).toBe(verdict);
  });

  test('a text file with the extension .exe is a program', async () => {
    expect(await verdictWith('setup.exe', 'MZ is only text')).toBe(EXECUTABLE);
  });

  test('SIGNS.dos_program needs a header offset within the file', () => {
    const head = Buffer.alloc(80, ' ');
    head.write('MZ');
    const place = head.readUInt32LE(0x3c);
    const seen = { ...seenHead(head), sizeBytes: place };
    expect(SIGNS.dos_program(seen)).toBe(false);
    expect(SIGNS.dos_program({ ...seen, sizeBytes: place + 1 })).toBe(true);
  });
});

describe('Thumbs.db', () => {
  const cache = Buffer.concat([compoundFile, Buffer.alloc(4_000, 1)]);

  test('Thumbs.db is clean in any folder if it is a thumbnail cache', async () => {
    expect(await verdictWith('Thumbs.db', cache)).toBe('clean');
    expect(await verdictWith('textures/thumbs.db', cache)).toBe('clean');
  });

  test.each(['VBA', 'Macros', 'WordDocument', 'Ole10Native'])(
    'Thumbs.db goes to review if it has a document stream: %s',
    async (stream) => {
      const content = Buffer.concat([cache, Buffer.from(stream, 'utf16le'), cache]);
      expect(await verdictWith('Thumbs.db', content)).toBe(EXECUTABLE);
    },
  );

  test('Thumbs.db of another format goes to review, and so does a thumbnail cache under another name', async () => {
    expect(await verdictWith('Thumbs.db', 'MZ\x90\0')).toBe(EXECUTABLE);
    expect(await verdictWith('Thumbs.db.doc', cache)).toBe(EXECUTABLE);
    expect(await verdictWith('notes.db', cache)).toBe(EXECUTABLE);
  });
});

describe('nested ZIPs with format faults', () => {
  const entry = { name: 'a.npy', content: 'numbers' };
  const withGap = writeZip([{ ...entry, gap: Buffer.from('gap') }]);
  const zip64 = writeZip([{ ...entry, centralExtra: extraField(1, Buffer.alloc(16)) }]);

  test.each([
    ['data.npz', zip64],
    ['pak0.pk3', withGap],
    ['pak0.pk3', Buffer.concat([writeZip([entry]), Buffer.from('more')])],
    ['save.dat', Buffer.from('PK\x03\x04 and more that is no ZIP')],
  ])('a nested ZIP with a format fault goes to review with its path: %s', async (name, content) => {
    const { outcome } = await inspect(writeZip([text, { name, content }]));
    expect(outcome).toMatchObject({
      kind: 'review',
      reasons: ['nested_archive', 'nested_archive_not_inspected'],
      findings: [
        { code: 'nested_archive', path: name },
        { code: 'nested_archive_not_inspected', path: name },
      ],
    });
  });

  test('a nested jar with a format fault goes to review even if jars are normal content', async () => {
    const jar = { filename: 'mod.jar', contentType: null, game: 'minecraft', loaders: ['fabric'] };
    expect(await verdictWith('META-INF/jars/a.jar', withGap, jar)).toBe(
      'review nested_archive_not_inspected',
    );
  });

  test.each([
    ['archive_path_traversal', writeZip([{ ...entry, name: '../a' }])],
    ['archive_symlink_entry', writeZip([{ ...entry, attributes: 0xa1ff0000 }])],
    ['archive_encrypted_entry', writeZip([{ ...entry, flags: 0x801 }])],
    ['archive_duplicate_path', writeZip([entry, entry])],
    ['archive_dangerous_entry', writeZip([{ ...entry, name: 'autorun.inf' }])],
  ])('an attack in a nested archive rejects the upload: %s', async (code, content) => {
    const { outcome } = await inspect(writeZip([text, { name: 'pak0.pk3', content }]));
    expect(outcome).toMatchObject({ kind: 'rejected', code });
    expect(outcome).toMatchObject({ findings: [{ path: expect.stringMatching(/^pak0\.pk3\//) }] });
  });
});

describe('archives and disk images under a neutral name', () => {
  const zip = writeZip([text]);
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const filler = Buffer.alloc(70_000, 7);

  const trailer = (magic: string, bytes = 512): Buffer => {
    const end = Buffer.alloc(bytes);
    end.write(magic);
    return Buffer.concat([filler, end]);
  };
  const iso = (magic: string, at = 0x8001): Buffer => {
    const image = Buffer.alloc(0x9000);
    image.write(magic, at);
    return image;
  };
  const arj = (over: { type?: number; crc?: number } = {}): Buffer => {
    const header = Buffer.alloc(40);
    header.writeUInt8(30, 0);
    header.writeUInt8(over.type ?? 2, 6);
    const crc = Buffer.alloc(4);
    crc.writeUInt32LE(over.crc ?? crc32(header));
    return Buffer.concat([Buffer.from('60ea2800', 'hex'), header, crc]);
  };
  const lzma = (hex: string): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(20)]);

  test.each([
    ['a ZIP behind a picture', Buffer.concat([png, zip])],
    ['a ZIP behind 70 kB of data', Buffer.concat([filler, zip])],
    ['a ZIP with bytes after it', Buffer.concat([png, zip, Buffer.from('more')])],
    [
      'a ZIP with a comment',
      Buffer.concat([png, writeZip([text], { comment: filler.subarray(0, 60_000) })]),
    ],
    ['ISO 9660', iso('CD001')],
    ['UDF', iso('BEA01')],
    ['a fixed VHD', trailer('conectix')],
    ['a fixed VHD with a footer of 511 bytes', trailer('conectix', 511)],
    ['a disk image of macOS', trailer('koly')],
    ['ARJ', arj()],
    ['LZMA without a container', lzma('5d00008000ffffffffffffffff00')],
    ['LZMA with a size', lzma('5d00000004100000000000000000')],
    ['LZMA with other properties', lzma('6700001000ffffffffffffffff00')],
  ])('a file with a neutral name goes to review if it is %s', async (_, content) => {
    for (const method of ['store', 'deflate'] as const) {
      expect(await verdictOf(writeZip([text, { name: 'a.png', content, method }]))).toBe(NESTED);
    }
    expect(
      await verdictOf(writeSevenZip([text, { name: 'a.png', content }]), {
        filename: 'a.7z',
        contentType: null,
      }),
    ).toBe(NESTED);
  });

  test.each([
    [
      'the magic of a ZIP without its directory',
      Buffer.concat([filler, Buffer.from('PK\x05\x06 is the magic of an end'), filler]),
    ],
    ['the magic of a CD elsewhere', iso('CD001', 0x8002)],
    ['the magic of a VHD elsewhere', trailer('conectix', 600)],
    ['ARJ with another CRC', arj({ crc: 1 })],
    ['ARJ without a main header', arj({ type: 0 })],
    ['an LZMA header with an odd dictionary', lzma('5d01234500ffffffffffffffff00')],
    ['zeros', Buffer.alloc(0x9000)],
  ])('data without an archive structure stays clean: %s', async (_, content) => {
    expect(await verdictWith('a.png', content)).toBe('clean');
  });
});
