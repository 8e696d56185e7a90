import { crc32, deflateRawSync } from 'node:zlib';
import { writeSevenZip } from '../seven-zip-writer.js';
import { type EntrySpec, extraField, writeZip } from '../zip-writer.js';
import { type HostileArchive, hostile } from './hostile-archive.js';

const MIB = 1024 * 1024;
const good: EntrySpec = { name: 'readme.txt', content: 'a file of the mod' };
const packed: EntrySpec = { name: 'data.json', content: '{}'.repeat(500), method: 'deflate' };
const MODE = (mode: number): number => (mode << 16) >>> 0;
const BAD = 'archive_validation_failed';
const add = hostile('a.zip');
const one = (verdict: string, what: string, entry: Partial<EntrySpec>): HostileArchive =>
  add(verdict, what, writeZip([good, { ...packed, ...entry }]));

/** Wraps an archive in `depth` ZIPs. */
function nest(archive: Buffer, depth: number): Buffer {
  return depth === 0 ? archive : nest(writeZip([{ name: 'in.zip', content: archive }]), depth - 1);
}

const zeros = Buffer.alloc(17 * MIB);
const bomb = { packed: deflateRawSync(zeros), crc: crc32(zeros) };
const bombSizes = { method: 8, crc: bomb.crc, sizeBytes: zeros.length };
const bombEntry: EntrySpec = {
  name: 'zeros',
  packed: bomb.packed,
  local: bombSizes,
  central: bombSizes,
};
const unicodePath = extraField(
  0x7075,
  Buffer.concat([Buffer.from([1]), Buffer.alloc(4), Buffer.from('other.txt')]),
);
const end = writeZip([good]).subarray(-22);

/** Two directory entries that share one content. */
function overlapping(): Buffer {
  const second = { ...packed, central: { start: 0, name: Buffer.from('again.json') } };
  return writeZip([packed, { ...second, name: 'again.json' }]);
}

/**
 * A ZIP whose first 512 bytes are also a tar header; unused bytes of an extra field complete it.
 */
function tarToo(): Buffer {
  const zip = writeZip([{ ...good, localExtra: extraField(0xcafe, Buffer.alloc(600)) }]);
  zip.fill(' ', 148, 156);
  const sum = zip.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  zip.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return zip;
}

/** A ZIP with the magic of a CD image where its readers look for it. */
function isoToo(): Buffer {
  const content = Buffer.alloc(0x9000);
  const headerBytes = 30 + 'a.bin'.length;
  content.write('CD001', 0x8001 - headerBytes);
  return writeZip([{ name: 'a.bin', content }]);
}

/** ZIP archives with structural faults. */
export const ZIP_ARCHIVES: readonly HostileArchive[] = [
  one('archive_encrypted_entry', 'an encrypted entry', { flags: 0x801 }),
  one('archive_encrypted_entry', 'strong encryption', { flags: 0x841 }),
  one('archive_encrypted_entry', 'only the flag of strong encryption', { flags: 0x840 }),
  one('archive_encrypted_entry', 'a masked local header', { flags: 0x2800 }),
  one('archive_encrypted_entry', 'the method of AES', {
    central: { method: 99 },
    local: { method: 99 },
  }),
  one('archive_encrypted_entry', 'the extra field of AES', {
    centralExtra: extraField(0x9901, Buffer.alloc(7)),
  }),
  one('archive_encrypted_entry', 'the extra field of strong encryption', {
    centralExtra: extraField(0x0017, Buffer.alloc(8)),
  }),
  one('zip64_not_supported', 'ZIP64 in the directory', {
    centralExtra: extraField(1, Buffer.alloc(16)),
  }),
  one('zip64_not_supported', 'ZIP64 in a local header', {
    localExtra: extraField(1, Buffer.alloc(16)),
  }),
  one('zip64_not_supported', 'a ZIP64 size', { central: { sizeBytes: 0xffffffff } }),
  one('zip64_not_supported', 'a ZIP64 packed size', { central: { compressedBytes: 0xffffffff } }),
  one('zip64_not_supported', 'a ZIP64 place', { central: { start: 0xffffffff } }),
  one('zip64_not_supported', 'a ZIP64 size in the local header alone', {
    local: { sizeBytes: 0xffffffff },
  }),
  add(
    'zip64_not_supported',
    'a ZIP64 locator',
    writeZip([good], { beforeEnd: Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16)]) }),
  ),
  add('zip64_not_supported', 'a ZIP64 count', writeZip([good], { end: { entries: 0xffff } })),
  add('zip64_not_supported', 'a ZIP64 disk', writeZip([good], { end: { disk: 0xffff } })),
  add(
    'zip64_not_supported',
    'a ZIP64 directory',
    writeZip([good], { end: { directoryStart: 0xffffffff } }),
  ),
  add(BAD, 'data in front', writeZip([good], { prefix: Buffer.from('PK\x03\x04 in front') })),
  add(BAD, 'data behind', writeZip([good], { suffix: Buffer.from('more') })),
  add(BAD, 'a comment that hides an end record', writeZip([good], { comment: end })),
  add(
    BAD,
    'a comment that hides another archive',
    writeZip([good], { comment: writeZip([{ name: 'b', content: 'b' }]) }),
  ),
  add(BAD, 'two end records', Buffer.concat([writeZip([good]), end])),
  add(BAD, 'bytes before the end record', writeZip([good], { beforeEnd: Buffer.from('gap') })),
  add(BAD, 'more disks', writeZip([good], { end: { disk: 1 } })),
  add(
    BAD,
    'fewer entries than the directory',
    writeZip([good, packed], { end: { entries: 1, entriesHere: 1 } }),
  ),
  add(
    BAD,
    'more entries than the directory',
    writeZip([good], { end: { entries: 2, entriesHere: 2 } }),
  ),
  add(BAD, 'a directory that is cut off', writeZip([good], { end: { directoryBytes: 20 } })),
  add(BAD, 'an archive that is cut off', writeZip([good, packed]).subarray(0, -30)),
  add(BAD, 'entries that share their content', overlapping()),
  one(BAD, 'a gap between entries', { gap: Buffer.from('hidden') }),
  one(BAD, 'a local header with another name', { local: { name: Buffer.from('evil.json') } }),
  one(BAD, 'a local header with another method', { local: { method: 0 } }),
  one(BAD, 'a local header with another size', { local: { sizeBytes: 10 } }),
  one(BAD, 'a local header with another packed size', { local: { compressedBytes: 10 } }),
  one(BAD, 'a local header with another CRC', { local: { crc: 1 } }),
  one(BAD, 'a local header with other flags', { local: { flags: 0x820 } }),
  one(BAD, 'a local header without the mark of UTF-8 that its name needs', {
    name: 'ünï.json',
    local: { flags: 0 },
  }),
  one(BAD, 'another CRC than both headers say', { central: { crc: 1 }, local: { crc: 1 } }),
  one(BAD, 'an entry on another disk', { central: { disk: 1 } }),
  one(BAD, 'a method that is not read', { central: { method: 12 }, local: { method: 12 } }),
  one(BAD, 'a path that is no UTF-8', { name: Buffer.from([0x61, 0xff]) }),
  one('archive_dangerous_entry', 'a direction override in a name that is not marked as UTF-8', {
    name: 'a\u202etxt.json',
    flags: 0,
  }),
  one('archive_path_traversal', 'full-width dots in a name that is not marked as UTF-8', {
    name: '\uff0e\uff0e/data.json',
    flags: 0,
  }),
  add(
    'archive_duplicate_path',
    'two spellings of one name that are not marked as UTF-8',
    writeZip([
      { ...good, name: '\u00e9.txt', flags: 0 },
      { ...good, name: 'e\u0301.txt', flags: 0 },
    ]),
  ),
  one(BAD, 'an overlong `..`', { name: Buffer.from('c0aec0ae2f61', 'hex') }),
  one(BAD, 'a second path', { centralExtra: unicodePath }),
  one(BAD, 'a second path in the local header', { localExtra: unicodePath }),
  one(BAD, 'extra fields that are cut off', { centralExtra: Buffer.from('01000900', 'hex') }),
  one(BAD, 'no path', { name: '' }),
  one(BAD, 'a folder with content', { name: 'folder/', method: 'store', content: 'x' }),
  one(BAD, 'a file whose mode says folder', { attributes: MODE(0x41ff) }),
  one(BAD, 'content that cannot be inflated', { packed: Buffer.alloc(20, 0xff) }),
  one(BAD, 'bytes behind the deflated content', {
    packed: Buffer.concat([deflateRawSync(Buffer.from('{}'.repeat(500))), Buffer.from('hidden')]),
  }),
  one(BAD, 'a data descriptor that disagrees', {
    descriptor: 'signed',
    descriptorBytes: Buffer.alloc(16),
  }),
  one(BAD, 'stored content with two sizes', { method: 'store', central: { compressedBytes: 5 } }),
  one('zip_bomb_guard', 'more content than it declares', {
    central: { sizeBytes: 10 },
    local: { sizeBytes: 10 },
  }),
  one('archive_symlink_entry', 'a symbolic link', { attributes: MODE(0xa1ff) }),
  one('archive_symlink_entry', 'a junction of Windows', { attributes: 0x400 }),
  one('archive_dangerous_entry', 'a character device', { attributes: MODE(0x21b6) }),
  one('archive_dangerous_entry', 'a block device', { attributes: MODE(0x61b6) }),
  one('archive_dangerous_entry', 'a pipe', { attributes: MODE(0x11b6), content: '' }),
  one('archive_dangerous_entry', 'a socket', { attributes: MODE(0xc1b6) }),
  one('archive_dangerous_entry', 'a file that runs with the rights of its owner', {
    attributes: MODE(0x89ed),
  }),
  one('archive_dangerous_entry', 'a file without a type that runs with the rights of its owner', {
    attributes: MODE(0x09ed),
  }),
  add(BAD, 'a tar in the same bytes', tarToo()),
  add(BAD, 'a CD image in the same bytes', isoToo()),
  one('zip_bomb_guard', 'one entry of a thousand to one', bombEntry),
  add(
    'zip_bomb_guard',
    'many entries of two hundred to one',
    writeZip(
      Array.from({ length: 5 }, (_, i) => ({ ...bombEntry, name: `zeros-${i}` })).map((entry) => ({
        ...entry,
        central: { ...bombSizes, sizeBytes: 16 * MIB },
        local: { ...bombSizes, sizeBytes: 16 * MIB },
      })),
    ),
  ),
  add('zip_bomb_guard', 'a bomb in an archive within', nest(writeZip([bombEntry]), 2)),
  add(
    'zip_entry_limit',
    'too many entries',
    writeZip(Array.from({ length: 50_001 }, (_, i) => ({ name: `${i}`, content: 'x' }))),
  ),
  add(
    'zip_central_directory_too_large',
    'a directory over 32 MiB',
    writeZip(
      Array.from({ length: 520 }, (_, i) => ({
        name: `${i}`,
        content: 'x',
        centralExtra: extraField(0xcafe, Buffer.alloc(65_000)),
      })),
    ),
  ),
  add(
    'archive_path_traversal',
    'a fault three archives deep',
    nest(writeZip([{ name: '../a', content: 'a' }]), 3),
  ),
  add(
    'review nested_archive nested_archive_not_inspected',
    'an archive four deep',
    nest(writeZip([good]), 4),
  ),
  one('review nested_archive', 'a 7z within', {
    content: writeSevenZip([{ name: 'a', content: 'a' }]),
  }),
  one('review nested_archive', 'a tar within', { content: `${'\0'.repeat(257)}ustar` }),
  one('review nested_archive', 'a gzip within', { content: Buffer.from('1f8b0800', 'hex') }),
  one('review nested_archive', 'a CAB within', { content: 'MSCF\0\0\0\0' }),
  one('review executable_content', 'a script of Windows Script Host', { name: 'a.js' }),
  one('review executable_content', 'a document with macros', { name: 'a.docm' }),
  one('review executable_content', 'a link by its bytes', { content: 'L\0\0\0\x01\x14\x02\0' }),
  one('review executable_content', 'a program without extension', { content: '\x7fELF' }),
  one('review executable_content', 'a script whose interpreter stands behind blanks', {
    content: '#! \t /bin/sh',
  }),
  one('review executable_content', 'a program for several processors with 64-bit offsets', {
    content: Buffer.from('cafebabf00000002', 'hex'),
  }),
  one('review executable_content', 'a folder setting with an icon on a server', {
    name: 'a/desktop.ini',
    content: '[.ShellClassInfo]\r\nIconResource=\\\\10.0.0.1\\share\\a.ico,0',
  }),
  one('review executable_content', 'a folder setting with the class of an object', {
    name: 'Desktop.ini',
    content: Buffer.from(
      '[.ShellClassInfo]\r\nCLSID2={0AFACED1-E828-11D1-9187-B532F1E9575D}',
      'utf16le',
    ),
  }),
  one('clean', 'a folder setting of Windows itself', {
    name: 'desktop.ini',
    content:
      '[ViewState]\r\nMode=\r\nVid={137E7700-3573-11CF-AE69-08002B2E1262}\r\nFolderType=Pictures',
  }),
];
