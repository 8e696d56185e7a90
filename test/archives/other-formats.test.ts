import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createBombGuard } from '../../src/archives/bomb-guard.js';
import { createFindings } from '../../src/archives/findings.js';
import { createMemoryBudget } from '../../src/archives/memory-budget.js';
import { createArchiveJob } from '../../src/archives/nested-archives.js';
import { createPace } from '../../src/archives/pace.js';
import { unpackContents } from '../../src/archives/unpack-contents.js';
import { silentLog } from '../../src/platform/log.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { ARCHIVE_LIMITS } from '../../src/registry/limits.js';
import { everyNth, longTest, someOf } from '../rounds.js';
import { chunked, EICAR, verdictOf } from './inspect.js';
import { pack } from './pack.js';
import { writeRar4, writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

const rar = { filename: 'mod.rar', contentType: 'application/vnd.rar' };
const sevenZip = { filename: 'mod.7z', contentType: 'application/x-7z-compressed' };
const entries = [
  { name: 'readme.txt', content: 'a file of the mod' },
  { name: 'textures', isFolder: true },
  { name: 'textures/ünï-😀.png', content: '\x89PNG'.repeat(99) },
  { name: 'empty.cfg' },
];
const files = { 'a.txt': 'text '.repeat(1_000), 'b.txt': `${'text '.repeat(500)}` };

describe('clean archives of other formats', () => {
  test.each([
    ['7z', writeSevenZip(entries), sevenZip],
    ['solid 7z', writeSevenZip(entries, { isSolid: true }), sevenZip],
    ['RAR 5', writeRar5(entries), rar],
    ['RAR 4', writeRar4(entries), rar],
  ])('a stored archive is clean: %s', async (_, bytes, expected) => {
    expect(await verdictOf(bytes, expected)).toBe('clean');
  });

  test.each(
    everyNth(
      [
        ['-m0=LZMA'],
        ['-m0=LZMA2'],
        ['-m0=PPMd'],
        ['-m0=BZip2'],
        ['-m0=Deflate'],
        ['-m0=BCJ', '-m1=LZMA'],
        ['-m0=Delta:4', '-m1=LZMA2'],
        ['-mx=9', '-ms=off'],
        ['-mhc=off'],
      ],
      4,
    ),
  )('an archive packed by 7-Zip is clean: %s %s', async (...args) => {
    expect(await verdictOf(await pack('a.7z', files, ...args), sevenZip)).toBe('clean');
  });
});

describe('content of archives of other formats', () => {
  test('malware in a packed 7z is found after unpacking', async () => {
    const infected = await pack('a.7z', { ...files, 'c.txt': EICAR }, '-m0=LZMA2');
    expect(infected.includes(EICAR)).toBe(false);
    expect(await verdictOf(infected, sevenZip)).toBe('infected EICAR-Test-File');
  });

  /** The verdicts on an archive with one more entry. */
  const verdicts: readonly (readonly [verdict: string, name: string, content: Buffer | string])[] =
    [
      ['review executable_content', 'setup.exe', 'x'],
      ['review nested_archive', 'in.zip', writeZip([{ name: 'a', content: 'a' }])],
      ['archive_dangerous_entry', 'autorun.inf', '[autorun]'],
      ['review executable_content', 'data.bin', 'MZ\x90'],
      ['review nested_archive', 'in.bin', writeSevenZip(entries)],
      ['archive_path_traversal', 'in.zip', writeZip([{ name: '../a', content: 'a' }])],
    ];

  test.each([
    ['7z', writeSevenZip, sevenZip, 0],
    ['RAR 5', writeRar5, rar, 3],
    ['RAR 4', writeRar4, rar, 1],
  ] as const)(
    'executables, nested archives and their faults are found in %s',
    async (_, write, expected, turn) => {
      for (const [verdict, name, content] of someOf(verdicts, 3, turn)) {
        expect(await verdictOf(write([...entries, { name, content }]), expected)).toBe(verdict);
      }
    },
  );
});

longTest('unpackContents throws if the decoder finds other files than the walk', async () => {
  const findings = createFindings();
  const guard = createBombGuard(100);
  const scanner = createBuiltinScanner();
  const job = {
    ...createArchiveJob(
      { scanner, findings, guard, policy: { normal: [], allowable: [] }, pace: createPace() },
      '7z',
    ),
    decoders: createMemoryBudget(ARCHIVE_LIMITS.decoderMemoryBytes),
    signal: undefined,
    log: silentLog,
  };
  const source = chunked(writeSevenZip([{ name: 'a', content: 'a' }]));
  const archive = { source, type: '7z', dictionaryBytes: 0, headerBytes: 0 } as const;
  const file = { path: 'a', sizeBytes: 1, crc32: crc32('a'), form: 'stored' } as const;
  const contents = { count: 1, totalSizeBytes: 1, paths: ['a'] };
  const check = (files: (typeof file)[], names: string[]) =>
    unpackContents({ files, names, contents }, archive, job);
  await check([file], ['a']);
  await expect(check([file], ['b'])).rejects.toThrow('not all programs find');
  await expect(check([file], ['a', 'b'])).rejects.toThrow('not all programs find');
  await expect(check([], ['a'])).rejects.toThrow('more than it declares');
  await expect(check([file, file], ['a'])).rejects.toThrow('its declared size or CRC');
});
