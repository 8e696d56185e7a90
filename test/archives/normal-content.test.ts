import { randomBytes } from 'node:crypto';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { brackenvale } from '../../src/demo/catalog-brackenvale.js';
import { verdictOf } from './inspect.js';
import { writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

const text = { name: 'readme.txt', content: 'a file of the mod' };

/** The verdict on an upload with this file. */
function verdictWith(name: string, content: Buffer | string, over: object): Promise<string> {
  return verdictOf(writeZip([text, { name, content, method: 'deflate' }]), over);
}

/** A tar with one header and no file; the header begins with the name. */
function tar(name: Buffer | string): Buffer {
  const header = Buffer.alloc(1024);
  header.set(Buffer.from(name));
  header.write('ustar', 257);
  return header;
}

/** NBT of one array, under the name of its root. */
function nbt(root: string, array: Uint8Array): Buffer {
  const sizes = Buffer.alloc(6);
  sizes.writeUInt16BE(root.length, 0);
  sizes.writeUInt32BE(array.length, 2);
  return Buffer.concat([
    Buffer.of(10),
    sizes.subarray(0, 2),
    Buffer.from(`${root}\x07\0\x04data`),
    sizes.subarray(2),
    array,
    Buffer.of(0),
  ]);
}

/** Gzip whose first KiB holds only 64 bytes of the content, followed by empty blocks. */
function slowGzip(content: Buffer): Buffer {
  const stored = Buffer.from('004000bfff', 'hex');
  const empty = Array.from({ length: 200 }, () => Buffer.from('000000ffff', 'hex'));
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length, 4);
  return Buffer.concat([
    Buffer.from('1f8b0800000000000003', 'hex'),
    stored,
    content.subarray(0, 64),
    ...empty,
    deflateRawSync(content.subarray(64)),
    end,
  ]);
}

describe('Minecraft data', () => {
  const minecraft = { game: 'minecraft', loaders: [] };
  const names = ['a.dat', 'a.nbt', 'a.schem', 'a.schematic', 'a.litematic'];

  test.each([
    ['small', nbt('', Buffer.from('few'))],
    ['with a name', nbt('Schematic', Buffer.alloc(5_000))],
    ['of a megabyte', nbt('', Buffer.alloc(1_000_000))],
    ['of random bytes', nbt('', randomBytes(20_000))],
  ])('gzipped NBT is clean as Minecraft data, %s', async (_, content) => {
    for (const name of names) {
      expect(await verdictWith(`data/${name}`, gzipSync(content), minecraft)).toBe('clean');
    }
  });

  const zip = writeZip([text]);
  const disguised = tar(Buffer.from('0a00056c6576656c00', 'hex'));
  test.each([
    ['ZIP', zip],
    ['7z', writeSevenZip([text])],
    ['RAR', writeRar5([text])],
    ['tar', tar('a.txt')],
    ['xz', Buffer.from('fd377a585a00', 'hex')],
    ['gzip with a tar in it', gzipSync(tar('a.txt'))],
    ['gzip with a tar in it that starts like NBT', gzipSync(disguised)],
    ['gzip with a tar in it after empty blocks', slowGzip(disguised)],
    ['gzip with a ZIP in it', gzipSync(zip)],
    ['gzip with a 7z in it', gzipSync(writeSevenZip([text]))],
    ['gzip with a RAR in it', gzipSync(writeRar5([text]))],
    ['gzip with gzip in it', gzipSync(gzipSync(nbt('', Buffer.alloc(9))))],
    ['gzip with a program in it', gzipSync('MZ\x90\0')],
    ['gzip with a text in it', gzipSync('a file of the mod')],
    ['gzip that ends early', gzipSync(nbt('', Buffer.alloc(99))).subarray(0, -8)],
    ['gzip that is broken', Buffer.from('1f8b0800ffffffff', 'hex')],
  ])('%s under the names of Minecraft data goes to review', async (_, content) => {
    for (const name of [...names, 'a.mcstructure']) {
      expect(await verdictWith(`data/${name}`, content, minecraft)).toMatch(
        /^review nested_archive/,
      );
    }
  });

  test.each([
    ['another game', { game: 'farhaul', loaders: ['dockyard'] }],
    ['no game', {}],
  ])('gzipped NBT goes to review for an upload of %s', async (_, over) => {
    const packed = gzipSync(nbt('', Buffer.from('few')));
    expect(await verdictWith('data/a.dat', packed, over)).toBe('review nested_archive');
  });
});

describe('content of jars', () => {
  const jar = { filename: 'mod.jar', contentType: 'application/java-archive' };
  const fabric = { ...jar, game: 'minecraft', loaders: ['fabric'] };
  const forge = { ...jar, game: 'minecraft', loaders: ['forge'] };
  const library = writeZip([{ name: 'A.class', content: Buffer.from('cafebabe00000041', 'hex') }]);
  const contents: [reason: string, name: string, content: Buffer | string][] = [
    ['executable_content', 'natives/audio.dll', 'MZ\x90\0'],
    ['executable_content', 'natives/libaudio.so', '\x7fELF'],
    ['executable_content', 'natives/libaudio.dylib', Buffer.from('cffaedfe', 'hex')],
    ['executable_content', 'natives/libaudio.jnilib', Buffer.from('cafebabe00000002', 'hex')],
    ['nested_archive', 'META-INF/jars/library.jar', library],
  ];
  const script: (typeof contents)[number] = ['executable_content', 'coremods/patch.js', 'return 1'];

  test.each(contents)(
    'content of a jar is clean where mods are jars: %s, %s',
    async (_, name, content) => {
      const demo = { game: brackenvale.slug, loaders: brackenvale.loaders };
      for (const over of [fabric, { ...jar, ...demo }]) {
        expect(await verdictWith(name, content, over)).toBe('clean');
      }
    },
  );

  test.each([...contents, script])(
    'content of a jar goes to review everywhere else: %s, %s',
    async (reason, name, content) => {
      const elsewhere = [
        jar,
        { ...jar, game: 'farhaul', loaders: ['dockyard'] },
        { ...jar, game: 'farhaul', loaders: ['forge'] },
        { ...jar, game: 'minecraft', loaders: [] },
        { ...jar, game: 'minecraft', loaders: ['dockyard'] },
        { game: 'minecraft', loaders: ['forge'] },
      ];
      for (const over of elsewhere) {
        expect(await verdictWith(name, content, over)).toBe(`review ${reason}`);
      }
    },
  );

  test('a script in a jar is clean only for the loader that runs it', async () => {
    const [, name, content] = script;
    expect(await verdictWith(name, content, forge)).toBe('clean');
    expect(await verdictWith(name, content, fabric)).toBe('review executable_content');
  });

  test.each([
    ['a.so', 'MZ\x90\0'],
    ['a.dylib', 'MZ\x90\0'],
    ['a.dll', '\x7fELF'],
    ['a.jnilib', Buffer.from('cffaedfe', 'hex')],
    ['a.so', Buffer.from('cafebabe00000002', 'hex')],
  ])(
    'a native library in a jar is clean with the magic of any system: %s, %o',
    async (name, content) => {
      expect(await verdictWith(name, content, fabric)).toBe('clean');
      expect(await verdictWith(name, content, { game: 'minecraft', loaders: ['fabric'] })).toBe(
        'review executable_content',
      );
    },
  );

  test.each([
    ['a.dll', '#!/bin/sh'],
    ['a.js', 'MZ\x90\0'],
    ['a.exe', 'MZ\x90\0'],
    ['a.bin', '\x7fELF'],
  ])('a program in a jar is no library and goes to review: %s, %o', async (name, content) => {
    expect(await verdictWith(name, content, forge)).toBe('review executable_content');
  });
});
