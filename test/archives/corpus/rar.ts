import { crc32 } from 'node:zlib';
import { withLong } from '../../rounds.js';
import {
  block4,
  block5,
  type RarEntry,
  record,
  vint,
  writeRar4,
  writeRar5,
} from '../rar-writer.js';
import { writeZip } from '../zip-writer.js';
import { endingAsZip, type HostileArchive, hostile } from './hostile-archive.js';

const MIB = 1024 * 1024;
const BAD = 'archive_validation_failed';
const MAGIC_BYTES = 8;
const good = { name: 'readme.txt', content: 'a file of the mod' };

type Format = readonly [string, typeof writeRar5];

/** Cases that both RAR formats share. */
const SHARED = (
  [
    ['5.rar', writeRar5],
    ['4.rar', writeRar4],
  ] satisfies readonly Format[]
).flatMap(([filename, write]): HostileArchive[] => {
  const add = hostile(filename);
  const one = (verdict: string, what: string, entry: Partial<RarEntry>): HostileArchive =>
    add(verdict, what, write([{ ...good, ...entry }]));
  return [
    add(
      'archive_magic_mismatch',
      'a program in front',
      write([good], { prefix: Buffer.from('MZ') }),
    ),
    add(BAD, 'data behind', write([good], { suffix: Buffer.from('more') })),
    add(BAD, 'another archive behind', Buffer.concat([write([good]), write([good])])),
    add(BAD, 'no end', write([good], { end: null })),
    add(BAD, 'an archive that is cut off', write([good]).subarray(0, -9)),
    add(BAD, 'a volume of several', write([good], { mainFlags: 1 })),
    add(BAD, 'more volumes to come', write([good], { endFlags: 1 })),
    one(BAD, 'a header with another CRC', { headerCrc: 1 }),
    one(BAD, 'another CRC than the content has', { crc: 1 }),
    one(BAD, 'stored content with two sizes', { sizeBytes: 5 }),
    one(BAD, 'a folder with content', { isFolder: true, packed: Buffer.from('x'), sizeBytes: 1 }),
    one(BAD, 'a path that is no UTF-8', { name: Buffer.from([0x61, 0xff]) }),
    one('archive_symlink_entry', 'a link of Unix', { isUnix: true, attributes: 0xa1ff }),
    one('archive_symlink_entry', 'a junction of Windows', { attributes: 0x420 }),
    one('archive_dangerous_entry', 'a device', { isUnix: true, attributes: 0x21b6 }),
    one('archive_dangerous_entry', 'a pipe', { isUnix: true, attributes: 0x11b6 }),
    one('archive_dangerous_entry', 'a file that runs with the rights of its owner', {
      isUnix: true,
      attributes: 0x89ff,
    }),
    one(BAD, 'a block of service that no program knows', { isService: true, name: 'XYZ' }),
    add(
      BAD,
      'a ZIP that ends with it',
      endingAsZip(writeZip([good]), (content) => write([{ name: 'a.bin', content }])),
    ),
    add(
      'archive_dangerous_entry',
      'an alternate data stream',
      write([good, { ...good, isService: true, name: 'STM' }]),
    ),
    one('review nested_archive', 'an archive within', {
      content: Buffer.from('377abcaf271c', 'hex'),
    }),
  ];
});

/** Both formats count their entries in `listing.ts`; each archive takes seconds of CPU. */
const TOO_MANY = withLong<Format>([['4.rar', writeRar4]], [['5.rar', writeRar5]]).map(
  ([filename, write]) =>
    hostile(filename)(
      'zip_entry_limit',
      'too many entries',
      write(Array.from({ length: 50_001 }, (_, i) => ({ name: `${i}`, content: 'x' }))),
    ),
);

const add5 = hostile('5.rar');
const one5 = (verdict: string, what: string, entry: Partial<RarEntry>): HostileArchive =>
  add5(verdict, what, writeRar5([{ ...good, ...entry }]));
const redirect = (type: number): Buffer =>
  record(5, vint(type), vint(0), vint(9), Buffer.from('elsewhere'));
/** A header copy that matches no header. */
const copy = Buffer.from('no such header');

/** RAR archives with structural faults. */
export const RAR_ARCHIVES: readonly HostileArchive[] = [
  ...SHARED,
  ...TOO_MANY,
  add5(
    'archive_encrypted_entry',
    'encrypted headers',
    Buffer.concat([
      writeRar5([]).subarray(0, MAGIC_BYTES),
      block5({ type: 4, fields: Buffer.alloc(20) }),
      Buffer.alloc(64),
    ]),
  ),
  one5('archive_encrypted_entry', 'encrypted content', { extra: [record(1, Buffer.alloc(40))] }),
  one5('archive_symlink_entry', 'a link of Unix as such', { extra: [redirect(1)] }),
  one5('archive_symlink_entry', 'a link of Windows as such', { extra: [redirect(2)] }),
  one5('archive_symlink_entry', 'a junction as such', { extra: [redirect(3)] }),
  one5('archive_symlink_entry', 'a hard link', { extra: [redirect(4)] }),
  one5('review method_not_supported', 'a copy by reference', { extra: [redirect(5)] }),
  one5(BAD, 'a former version', { extra: [record(4, vint(0), vint(1))] }),
  one5(BAD, 'content of a volume before', { flags: 0x08 }),
  one5(BAD, 'content in the next volume', { flags: 0x10 }),
  one5('review method_not_supported', 'a method that is not read', { compression: 7 << 7 }),
  one5('review method_not_supported', 'an unknown version', { compression: 9 | (1 << 7) }),
  one5('review inspection_memory', 'a dictionary of 4 GiB', {
    compression: (1 << 7) | (15 << 10),
  }),
  one5('review inspection_memory', 'a dictionary of RAR 7', {
    compression: 1 | (1 << 7) | (20 << 10),
  }),
  one5('review unverified_content', 'no size', { fileFlags: 8 }),
  one5('zip_bomb_guard', 'a thousand to one', { compression: 1 << 7, sizeBytes: 90 * MIB }),
  add5(
    'zip_entry_limit',
    'a hundred thousand blocks of service',
    writeRar5([good], { last: repeated(blocksOf({ name: 'CMT', isService: true }), 150_000) }),
  ),
  one5(BAD, 'packed content that is none', { compression: 1 << 7, sizeBytes: 90 }),
  add5(
    BAD,
    'a block of unknown type',
    writeRar5([good], { last: block5({ type: 9, fields: vint(0) }) }),
  ),
  add5(BAD, 'two main headers', writeRar5([good], { first: block5({ type: 1, fields: vint(0) }) })),
  add5(BAD, 'an empty header', writeRar5([good], { last: Buffer.alloc(8) })),
  add5(
    BAD,
    'a header of over 2 MiB',
    writeRar5([good], { last: Buffer.from('00000000ffffff7f', 'hex') }),
  ),
  add5(
    BAD,
    'copies of headers that say something else',
    writeRar5([good, { name: 'QO', isService: true, content: quickOpen(copy) }]),
  ),
  add5(
    'zip_central_directory_too_large',
    'headers over 32 MiB',
    writeRar5(
      Array.from({ length: 17 }, (_, i) => ({
        name: `${i}`,
        content: 'x',
        extra: [record(99, Buffer.alloc(2 * MIB - 100))],
      })),
    ),
  ),
  ...locators(),
  ...rar4(),
];

/** Locators in the RAR 5 main header, which give the offsets of other blocks. */
function locators(): HostileArchive[] {
  const evil = { name: 'readme.bat', content: good.content };
  const main = (...extra: Buffer[]): Buffer => writeRar5([], { mainExtra: extra, end: null });
  const locator = (flags: number, ...offsets: number[]): Buffer =>
    record(1, vint(flags), ...offsets.map(padded));
  const file = (name: string, content: Buffer | string): Buffer =>
    blocksOf({ name, content, attributes: 0 });
  const service = (name: string, content: Buffer | string): Buffer =>
    blocksOf({ name, content, attributes: 0, isService: true });
  const [mainBytes, end] = [main(locator(3, 0, 0)).length, block5({ type: 5, fields: vint(0) })];
  const readme = file(good.name, good.content);
  /** The distance from the main header to the block after the first file. */
  const behind = mainBytes - MAGIC_BYTES + readme.length;
  /** A block of header copies for this distance; its one copy is that of a first file. */
  const copies = (of: Buffer, distance: number): Buffer => {
    const header = of.subarray(0, of.length - good.content.length);
    return service('QO', quickOpen(header, distance - (mainBytes - MAGIC_BYTES)));
  };
  const whole = (flags: number, offsets: number[], ...blocks: Buffer[]): Buffer =>
    Buffer.concat([main(locator(flags, ...offsets)), readme, ...blocks, end]);
  const forged = (distance: number): Buffer => copies(blocksOf(evil), distance);
  const dataHeader = file('data.bin', forged(behind)).length - forged(behind).length;
  const inData = behind + dataHeader;
  const data = file('data.bin', forged(inData));
  const quick = copies(readme, behind);
  return [
    add5('clean', 'no places, for which room is kept', whole(3, [0, 0])),
    add5('clean', 'a locator of nothing', Buffer.concat([main(record(1, vint(0))), readme, end])),
    add5('clean', 'the place of copies of headers', whole(3, [behind, 0], quick)),
    add5('clean', 'the place of a recovery record', whole(3, [0, behind], service('RR', 'x'))),
    add5(
      'clean',
      'the places of both',
      whole(3, [behind, behind + quick.length], quick, service('RR', 'x')),
    ),
    add5(BAD, 'the place of copies in the content of a file', whole(3, [inData, 0], data)),
    add5(
      BAD,
      'the place of copies in the content of a file, though there are others',
      whole(3, [inData, 0], data, copies(readme, behind + data.length)),
    ),
    add5(
      BAD,
      'the place of a recovery record in the content of a file',
      whole(3, [0, inData], file('data.bin', service('RR', 'x'))),
    ),
    add5(BAD, 'the place of copies at a file', whole(3, [mainBytes - MAGIC_BYTES, 0], quick)),
    add5(BAD, 'the place of copies behind the end', whole(3, [99_999, 0], quick)),
    add5(
      BAD,
      'the place of copies at a recovery record',
      whole(3, [behind, 0], service('RR', 'x')),
    ),
    add5(BAD, 'the place of a recovery record at copies', whole(3, [0, behind], quick)),
    add5(BAD, 'a locator of unknown places', whole(7, [behind, 0], quick)),
    add5(BAD, 'a locator with more than its places', whole(1, [behind, 0], quick)),
    add5(BAD, 'a locator that is cut off', whole(3, [0])),
    add5(BAD, 'two locators', Buffer.concat([main(locator(0), locator(0)), readme, end])),
    add5(BAD, 'a main header with a number of a volume', writeRar5([good], { volume: 1 })),
    one5(BAD, 'copies under a name that ends early', { isService: true, name: 'QO\0' }),
    one5(BAD, 'streams under a name that ends early', { isService: true, name: 'STM\0a' }),
  ];
}

/** Encodes an offset in four bytes: writers reserve this length before they know the value. */
function padded(value: number): Buffer {
  return Buffer.from([0, 1, 2, 3].map((i) => ((value >> (7 * i)) & 0x7f) | (i < 3 ? 0x80 : 0)));
}

function repeated(bytes: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => bytes));
}

/** The blocks of one entry, without an archive. */
function blocksOf(entry: RarEntry): Buffer {
  return writeRar5([entry], { end: null }).subarray(writeRar5([], { end: null }).length);
}

function rar4(): HostileArchive[] {
  const add = hostile('4.rar');
  const one = (verdict: string, what: string, entry: Partial<RarEntry>): HostileArchive =>
    add(verdict, what, writeRar4([{ ...good, ...entry }]));
  return [
    add('archive_encrypted_entry', 'encrypted headers', writeRar4([good], { mainFlags: 0x80 })),
    one('archive_encrypted_entry', 'encrypted content', { flags: 0x04 }),
    one(BAD, 'content of a volume before', { flags: 0x01 }),
    one(BAD, 'content in the next volume', { flags: 0x02 }),
    one(BAD, 'a former version', { flags: 0x800 }),
    one('review method_not_supported', 'a method that is not read', { compression: 0x36 }),
    one('zip_bomb_guard', 'a thousand to one', { compression: 0x33, sizeBytes: 90 * MIB }),
    one(BAD, 'packed content that is none', { compression: 0x33, sizeBytes: 90 }),
    one('archive_path_traversal', 'another name for old programs', {
      flags: 0x200,
      name: Buffer.concat([Buffer.from('..\\a\0'), Buffer.from('\0\0bbb', 'latin1')]),
    }),
    one('review executable_content', 'the name of a program for old programs', {
      flags: 0x200,
      name: Buffer.concat([Buffer.from('run.bat\0'), Buffer.from('\0\0read\0me.t\0xt', 'latin1')]),
    }),
    one(BAD, 'a name of UTF-16 that is cut off', {
      flags: 0x200,
      name: Buffer.concat([Buffer.from('a\0'), Buffer.from('00c0', 'hex')]),
    }),
    add(
      BAD,
      'a block of unknown type',
      writeRar4([good], { last: block4(0x60, 0, Buffer.alloc(0)) }),
    ),
    add(BAD, 'a comment as before RAR 3', writeRar4([good], { mainFlags: 0x02 })),
    add(BAD, 'two main headers', writeRar4([good], { first: block4(0x73, 0, Buffer.alloc(6)) })),
  ];
}

/**
 * The data of a quick-open block with one header copy. `distance` is how far the header lies before
 * it.
 */
function quickOpen(header: Buffer, distance = 1): Buffer {
  const body = Buffer.concat([vint(0), vint(distance), vint(header.length), header]);
  const sized = Buffer.concat([vint(body.length), body]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(sized));
  return Buffer.concat([crc, sized]);
}
