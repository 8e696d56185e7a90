import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { everyNth, longTest } from '../rounds.js';
import { verdictOf } from './inspect.js';
import { type ArchiveSpec, type EntrySpec, extraField, writeZip } from './zip-writer.js';

const text: EntrySpec = { name: 'readme.txt', content: 'a file of the mod' };
const packed: EntrySpec = { name: 'data.json', content: '{}'.repeat(500), method: 'deflate' };

const verdict = (entries: readonly EntrySpec[], archive: ArchiveSpec = {}) =>
  verdictOf(writeZip(entries, archive));

function unicodePath(name: string, path: string): Buffer {
  const data = Buffer.alloc(5);
  data.writeUInt8(1, 0);
  data.writeUInt32LE(crc32(Buffer.from(name)), 1);
  return extraField(0x7075, Buffer.concat([data, Buffer.from(path)]));
}

describe('valid archives', () => {
  const cases: [string, EntrySpec[], ArchiveSpec?][] = [
    ['stored and deflated entries', [text, packed]],
    ['folders', [{ name: 'a/' }, { name: 'a/b/' }, { ...text, name: 'a/b/c.txt' }]],
    ['an empty file among others', [{ name: 'empty' }, { name: 'none', method: 'deflate' }, text]],
    ['a signed data descriptor', [{ ...packed, descriptor: 'signed' }, text]],
    ['a bare data descriptor', [text, { ...packed, descriptor: 'bare' }]],
    ['a stored entry with a data descriptor', [{ ...text, descriptor: 'signed' }, packed]],
    ['a comment', [text], { comment: Buffer.from('made by hand') }],
    ['the longest comment', [text], { comment: Buffer.alloc(0xffff, 'x') }],
    [
      'an extra field in one header only',
      [{ ...text, localExtra: extraField(0xcafe, Buffer.alloc(0)) }],
    ],
    ['padding for alignment', [{ ...text, localExtra: Buffer.alloc(3) }]],
    [
      'a repeated Unicode path',
      [{ ...text, centralExtra: unicodePath('readme.txt', 'readme.txt') }],
    ],
    ['a name in code page 437', [{ ...text, name: Buffer.from([0x81, 0x62]), flags: 0 }]],
    ['packers that disagree on their effort', [{ ...packed, local: { flags: 0x806 } }]],
  ];
  test.each(everyNth(cases, 6))('an archive with %s is clean', async (_, entries, archive) => {
    expect(await verdict(entries, archive)).toBe('clean');
  });
});

describe('archives that two programs could read in two ways', () => {
  const other = Buffer.from('other.txt');
  const cases: [string, EntrySpec[], ArchiveSpec?][] = [
    ['bytes before the first entry', [text], { prefix: Buffer.from('PK\x03\x04 but no entry') }],
    ['bytes after the end record', [text], { suffix: Buffer.from('x') }],
    ['bytes before the end record', [text], { beforeEnd: Buffer.from('x') }],
    ['bytes between entries', [{ ...text, gap: Buffer.from('x') }, packed]],
    ['a second end record in the comment', [text], { comment: writeZip([]) }],
    [
      'an end record within the comment',
      [text],
      { comment: writeZip([], { suffix: Buffer.from('x') }) },
    ],
    [
      'bytes after the last entry of the directory',
      [text],
      { beforeEnd: Buffer.from('x'), end: { directoryBytes: 46 + 10 + 1 } },
    ],
    ['several disks', [text], { end: { disk: 1 } }],
    ['fewer entries on this disk', [text], { end: { entriesHere: 0 } }],
    [
      'fewer entries than the directory has',
      [text, packed],
      { end: { entries: 1, entriesHere: 1 } },
    ],
    ['more entries than the directory has', [text], { end: { entries: 2, entriesHere: 2 } }],
    ['a directory elsewhere', [text], { end: { directoryStart: 0 } }],
    ['an entry on another disk', [{ ...text, central: { disk: 1 } }]],
    ['another name in the local header', [{ ...text, local: { name: other } }]],
    ['another method in the local header', [{ ...text, local: { method: 8 } }]],
    ['other flags in the local header', [{ ...text, local: { flags: 0x820 } }]],
    ['another size in the local header', [{ ...text, local: { sizeBytes: 1 } }]],
    ['another CRC in the local header', [{ ...text, local: { crc: 1 } }]],
    ['a CRC that the content has not', [{ ...text, central: { crc: 1 }, local: { crc: 1 } }]],
    [
      'a deflated content that is cut off',
      [{ ...packed, packed: deflateRawSync('{}'.repeat(500)).subarray(0, -1) }],
    ],
    ['a deflated content that is none', [{ ...packed, packed: Buffer.alloc(20, 0xff) }]],
    [
      'bytes after a deflated content',
      [{ ...packed, packed: Buffer.concat([deflateRawSync('{}'.repeat(500)), Buffer.from('x')]) }],
    ],
    [
      'less content than declared',
      [{ ...packed, central: { sizeBytes: 1001 }, local: { sizeBytes: 1001 } }],
    ],
    [
      'a stored entry of two sizes',
      [{ ...text, central: { sizeBytes: 5 }, local: { sizeBytes: 5 } }],
    ],
    [
      'a missing data descriptor',
      [{ ...text, descriptor: 'signed', descriptorBytes: Buffer.alloc(0) }, packed],
    ],
    [
      'a wrong data descriptor',
      [{ ...text, descriptor: 'signed', descriptorBytes: Buffer.alloc(16) }],
    ],
    ['a method other than deflate', [{ ...text, central: { method: 14 }, local: { method: 14 } }]],
    ['a folder with content', [{ ...text, name: 'folder/' }]],
    ['a file with the mode of a folder', [{ ...text, attributes: 0o040755 * 0x10000 }]],
    ['a name that is no UTF-8', [{ ...text, name: Buffer.from([0xff, 0xfe]) }]],
    [
      'a second path for another name',
      [{ ...text, centralExtra: unicodePath('other.txt', 'run.exe') }],
    ],
    [
      'a second path in the local header',
      [{ ...text, localExtra: unicodePath('readme.txt', 'run.exe') }],
    ],
    ['an extra field that is cut off', [{ ...text, centralExtra: Buffer.from([1, 2, 200, 0]) }]],
    [
      'an entry that lies within another',
      [
        { ...text, content: writeZip([{ ...text, name: 'x' }]) },
        { ...text, name: 'x', central: { start: 40 } },
      ],
    ],
  ];
  test.each(everyNth(cases, 6))('an archive with %s is rejected', async (_, entries, archive) => {
    expect(await verdict(entries, archive)).toBe('archive_validation_failed');
  });

  test('a truncated archive is never clean', async () => {
    const whole = writeZip([text, packed]);
    for (let length = 4; length < whole.length; length++) {
      expect(await verdictOf(whole.subarray(0, length))).toBe('archive_validation_failed');
    }
  });

  test('a changed byte of the structure is detected or changes no content', async () => {
    const whole = writeZip([text, { ...packed, descriptor: 'signed' }]);
    // Exempt are version, time, date and internal attributes, which do not decide the content.
    for (let at = 0; at < whole.length; at++) {
      const forged = Buffer.from(whole);
      forged[at] = (forged[at] ?? 0) ^ 0x41;
      const found = await verdictOf(forged);
      if (found === 'clean') expect(isIdle(whole, at), `byte ${at}`).toBe(true);
    }
  });
});

/** Whether a byte lies in a field that no program needs for unpacking. */
function isIdle(zip: Buffer, at: number): boolean {
  const headers: [string, [number, number][]][] = [
    [
      'PK\x03\x04',
      [
        [4, 6],
        [10, 14],
      ],
    ],
    [
      'PK\x01\x02',
      [
        [4, 8],
        [12, 16],
        [36, 42],
      ],
    ],
  ];
  return headers.some(([signature, ranges]) => {
    for (
      let start = zip.indexOf(signature);
      start >= 0;
      start = zip.indexOf(signature, start + 1)
    ) {
      if (ranges.some(([from, to]) => at >= start + from && at < start + to)) return true;
    }
    return false;
  });
}

describe('content that the scan cannot read', () => {
  const zip64 = extraField(1, Buffer.alloc(16));
  const locator = Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16)]);
  const cases: [string, string, EntrySpec[], ArchiveSpec?][] = [
    ['zip64_not_supported', 'ZIP64 extra field', [{ ...text, centralExtra: zip64 }]],
    [
      'zip64_not_supported',
      'ZIP64 extra field in the local header',
      [{ ...text, localExtra: zip64 }],
    ],
    ['zip64_not_supported', 'ZIP64 locator', [text], { beforeEnd: locator }],
    [
      'zip64_not_supported',
      'ZIP64 place of the directory',
      [text],
      { end: { directoryStart: 0xffffffff } },
    ],
    ['zip64_not_supported', 'ZIP64 size', [{ ...text, central: { sizeBytes: 0xffffffff } }]],
    [
      'zip64_not_supported',
      'ZIP64 size in the local header',
      [{ ...text, local: { sizeBytes: 0xffffffff } }],
    ],
    ['archive_encrypted_entry', 'encrypted entry', [{ ...text, flags: 0x801 }]],
    ['archive_encrypted_entry', 'strongly encrypted entry', [{ ...text, flags: 0x841 }]],
    ['archive_encrypted_entry', 'masked local header', [{ ...text, flags: 0x2800 }]],
    ['archive_encrypted_entry', 'AES method', [{ ...text, central: { method: 99 } }]],
    [
      'archive_encrypted_entry',
      'AES extra field',
      [{ ...text, centralExtra: extraField(0x9901, Buffer.alloc(7)) }],
    ],
    ['archive_empty', 'no entry', []],
    ['archive_empty', 'folders and empty files only', [{ name: 'a/' }, { name: 'a/empty' }]],
    [
      'zip_entry_limit',
      '50,001 entries',
      [text],
      { end: { entries: 50_001, entriesHere: 50_001 } },
    ],
  ];
  test.each(everyNth(cases, 6))(
    '%s rejects an archive with %s',
    async (code, _, entries, archive) => {
      expect(await verdict(entries, archive)).toBe(code);
    },
  );

  longTest('zip_central_directory_too_large rejects a directory over 32 MiB', async () => {
    const comment = Buffer.alloc(33 * 1024 * 1024);
    const found = await verdict([{ ...text, name: Buffer.from('a') }], {
      beforeEnd: comment,
      end: { directoryBytes: 47 + comment.length },
    });
    expect(found).toBe('zip_central_directory_too_large');
  });
});

describe('the bomb guard', () => {
  const zeros = (mib: number): EntrySpec => ({
    name: `zeros-${mib}.bin`,
    content: Buffer.alloc(mib * 1024 * 1024),
    method: 'deflate',
  });
  const declared = (sizeBytes: number, entry: EntrySpec): EntrySpec => ({
    ...entry,
    central: { sizeBytes },
    local: { sizeBytes },
  });

  longTest(
    'the bomb guard rejects an entry over 16 MiB and over 1,000 times its packed size',
    async () => {
      expect(await verdict([zeros(15)])).toBe('clean');
      expect(await verdict([zeros(17)])).toBe('zip_bomb_guard');
    },
  );

  longTest(
    'the bomb guard rejects a total over 64 MiB and over 200 times the archive',
    async () => {
      const many = Array.from({ length: 6 }, (_, i) => ({ ...zeros(15), name: `${i}.bin` }));
      expect(await verdict(many.slice(0, 4))).toBe('clean');
      expect(await verdict(many)).toBe('zip_bomb_guard');
    },
  );

  test('the bomb guard stops an entry that holds more than it declares', async () => {
    expect(await verdict([declared(100, zeros(15))])).toBe('zip_bomb_guard');
  });

  longTest('the bomb guard counts nested archives towards the total', async () => {
    const inner = writeZip([zeros(15), { ...zeros(14), name: 'b' }]);
    const outer = [0, 1, 2].map((i) => ({
      name: `inner-${i}.zip`,
      content: inner,
      method: 'deflate' as const,
    }));
    expect(await verdict(outer)).toBe('zip_bomb_guard');
  });
});
