import { pack } from '../pack.js';
import { property, writeSevenZip } from '../seven-zip-writer.js';
import { writeZip } from '../zip-writer.js';
import { endingAsZip, type HostileArchive, hostile } from './hostile-archive.js';

const MIB = 1024 * 1024;
const BAD = 'archive_validation_failed';
const good = { name: 'readme.txt', content: 'a file of the mod' };
const other = { name: 'data.json', content: '{}'.repeat(50) };
const add = hostile('a.7z');
const files = { 'a.txt': 'text '.repeat(1_000), 'b.txt': 'more '.repeat(500) };
/** Unix attributes as 7-Zip writes them: a flag, and the mode in the upper half. */
const MODE = (mode: number): number => ((mode << 16) | 0x8000) >>> 0;

function forged(from: Buffer, at: number): Buffer {
  const bytes = Buffer.from(from);
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  return bytes;
}

/** The header at the end of an archive with one file. */
function headerOf(archive: Buffer, content: Buffer | string): Buffer {
  return archive.subarray(32 + content.length);
}

/** An archive whose only coder declares two outputs; a bond leads one of them back into it. */
function severalOutputs(): Buffer {
  const header = headerOf(writeSevenZip([good]), good.content);
  const [coder, twofold] = [
    Buffer.from('0b01000101000c', 'hex'),
    '0b01000111000202' + '0000' + '00' + '0c11',
  ];
  const at = header.indexOf(coder);
  const forgedHeader = Buffer.concat([
    header.subarray(0, at),
    Buffer.from(twofold, 'hex'),
    header.subarray(at + coder.length),
  ]);
  return writeSevenZip([good], { header: forgedHeader });
}

/** An archive with a packed header, here with an extra coder before the last. */
function packedHeader(stepBytes?: number): Buffer {
  const inner = headerOf(writeSevenZip([good]), good.content);
  const packStart = good.content.length;
  const spec = { packStart, stepBytes: stepBytes ?? inner.length };
  const outer = headerOf(writeSevenZip([{ name: 'h', content: inner }], spec), inner);
  // Without the ids in front of the streams, and without the list of files behind them.
  const streams = outer.subarray(2, outer.lastIndexOf(Buffer.from([0, 0, 5, 1])) + 2);
  const header = Buffer.concat([Buffer.from([0x17]), streams]);
  return writeSevenZip([good], { gap: inner, header });
}

/** 7z archives with structural faults. */
export async function sevenZipArchives(): Promise<HostileArchive[]> {
  const lzma = await pack('a.7z', files, '-m0=LZMA2');
  const encrypted = await pack('a.7z', files, '-psecret');
  const hidden = await pack('a.7z', files, '-psecret', '-mhe=on');
  const zeros = await pack('a.7z', { zeros: Buffer.alloc(17 * MIB) }, '-m0=LZMA2:d64k');
  return [
    add('archive_encrypted_entry', 'encrypted contents', encrypted),
    add('archive_encrypted_entry', 'an encrypted header', hidden),
    add('zip_bomb_guard', 'a thousand to one', zeros),
    add(BAD, 'broken content', forged(lzma, 40)),
    add(BAD, 'a broken packed header', forged(lzma, lzma.length - 50)),
    add(BAD, 'an archive that is cut off', lzma.subarray(0, -1)),
    add(BAD, 'only its first bytes', lzma.subarray(0, 20)),
    add(BAD, 'data behind', Buffer.concat([lzma, Buffer.from('more')])),
    add(BAD, 'another archive behind', Buffer.concat([lzma, lzma])),
    add(
      'archive_magic_mismatch',
      'a program in front',
      writeSevenZip([good], { prefix: Buffer.from('MZ') }),
    ),
    add(BAD, 'data behind the header', writeSevenZip([good], { suffix: Buffer.from('more') })),
    add(BAD, 'a gap before the header', writeSevenZip([good], { gap: Buffer.from('hidden') })),
    add(
      BAD,
      'a gap before the first stream',
      writeSevenZip([good], { packStart: 3, gap: Buffer.from('abc') }),
    ),
    add(BAD, 'another CRC of the first bytes', writeSevenZip([good], { startCrc: 1 })),
    add(BAD, 'another CRC of the header', writeSevenZip([good], { headerCrc: 1 })),
    add(BAD, 'an unknown version', writeSevenZip([good], { version: 1 })),
    add(
      'zip_central_directory_too_large',
      'a header over 32 MiB',
      writeSevenZip([good], { headerBytes: 33 * MIB }),
    ),
    add('zip_entry_limit', 'more files than allowed', writeSevenZip([good], { fileCount: 50_001 })),
    add(BAD, 'more names than files', writeSevenZip([good, other], { fileCount: 1 })),
    add(BAD, 'fewer names than files', writeSevenZip([good], { fileCount: 2 })),
    add(
      BAD,
      'data behind the list of files',
      writeSevenZip([good], { afterHeader: Buffer.from('x') }),
    ),
    add(
      BAD,
      'a second list of names',
      writeSevenZip([good], { moreProperties: property(0x11, Buffer.from('\0b\0\0\0')) }),
    ),
    add(
      BAD,
      'an unknown property',
      writeSevenZip([good], { moreProperties: property(0x42, Buffer.from('x')) }),
    ),
    add(
      BAD,
      'a header that is no header',
      writeSevenZip([good], { header: Buffer.from('no header') }),
    ),
    add(
      BAD,
      'a path that is no UTF-16',
      writeSevenZip([{ ...good, name: Buffer.from('00d8', 'hex') }]),
    ),
    add(BAD, 'another CRC than the content has', writeSevenZip([{ ...good, crc: 1 }])),
    add(BAD, 'a larger size than the content has', writeSevenZip([{ ...good, sizeBytes: 99 }])),
    add(BAD, 'a smaller size than the content has', writeSevenZip([{ ...good, sizeBytes: 5 }])),
    add(
      'zip_bomb_guard',
      'a size that nothing can unpack to',
      writeSevenZip([{ ...good, sizeBytes: 90 * MIB }]),
    ),
    add(
      'zip_bomb_guard',
      'a total of two hundred to one, packed together',
      writeSevenZip(
        [
          { ...good, sizeBytes: 60 * MIB },
          { ...other, sizeBytes: 60 * MIB },
        ],
        { isSolid: true },
      ),
    ),
    add(
      'clean',
      'a step before the last',
      writeSevenZip([good], { stepBytes: good.content.length }),
    ),
    add(
      'zip_bomb_guard',
      'a step before the last that makes far more than it',
      writeSevenZip([good], { stepBytes: 90 * MIB }),
    ),
    add('clean', 'a packed header with a step before the last', packedHeader()),
    add(
      'zip_bomb_guard',
      'a packed header with a step that makes far more than it',
      packedHeader(90 * MIB),
    ),
    add(
      'archive_dangerous_entry',
      'a file that asks for removal',
      writeSevenZip([good, { name: 'gone', isAnti: true }]),
    ),
    add(
      'archive_symlink_entry',
      'a symbolic link',
      writeSevenZip([{ ...good, attributes: MODE(0xa1ff) }]),
    ),
    add(
      'archive_symlink_entry',
      'a junction of Windows',
      writeSevenZip([{ ...good, attributes: 0x420 }]),
    ),
    add(BAD, 'a file whose attributes say folder', writeSevenZip([{ ...good, attributes: 0x10 }])),
    add(
      'archive_dangerous_entry',
      'a file that runs with the rights of its owner',
      writeSevenZip([{ ...good, attributes: MODE(0x89ff) }]),
    ),
    add(
      BAD,
      'a ZIP that ends with it',
      endingAsZip(writeZip([good]), (content) => writeSevenZip([{ name: 'a.bin', content }])),
    ),
    add(
      BAD,
      'thousands of properties without content',
      writeSevenZip([good], {
        moreProperties: Buffer.concat(
          Array.from({ length: 5_000 }, () => property(0x19, Buffer.alloc(0))),
        ),
      }),
    ),
    add(BAD, 'a coder with several outputs', severalOutputs()),
    add(
      'archive_dangerous_entry',
      'a device',
      writeSevenZip([{ ...good, attributes: MODE(0x21b6) }]),
    ),
    add(
      'archive_dangerous_entry',
      'a pipe',
      writeSevenZip([{ ...good, attributes: MODE(0x11b6) }]),
    ),
    add(
      'review method_not_supported',
      'a method that is not read',
      writeSevenZip([good], { method: '04f71101' }),
    ),
    add(
      'review inspection_memory',
      'a dictionary of 4 GiB',
      writeSevenZip([good], { method: '21', properties: Buffer.from([40]) }),
    ),
    add('review unverified_content', 'no CRC', writeSevenZip([{ ...good, crc: null }])),
    add(
      'review nested_archive',
      'a RAR within',
      writeSevenZip([{ name: 'in', content: 'Rar!\x1a\x07\0' }]),
    ),
  ];
}
