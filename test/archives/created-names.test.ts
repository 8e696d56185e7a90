import { describe, expect, test } from 'vitest';
import { createdNames } from '../../src/archives/created-names.js';
import { everyNth, isLong, someOf } from '../rounds.js';
import { ARCHIVE, DANGER, DISGUISES, ORDINARY, OUT, PROGRAM, type Row } from './corpus/names.js';
import { PROGRAM_NAMES } from './corpus/program-names.js';
import { verdictOf } from './inspect.js';
import { writeRar4, writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

type Pack = (name: string) => Buffer;

const PACKERS: Readonly<Record<string, Pack>> = {
  'a.zip': (name) => writeZip([{ name, content: 'x' }]),
  'a.7z': (name) => writeSevenZip([{ name, content: 'x' }]),
  '5.rar': (name) => writeRar5([{ name, content: 'x' }]),
  '4.rar': (name) => writeRar4([{ name, content: 'x', flags: 0x200 }]),
};

/**
 * Every name in a ZIP; npm test takes every twelfth one of a row. The decoder of the other formats is
 * slow, so that these get the first name of each row; npm test packs that of every sixth row in one
 * of them.
 */
const spellings = (rows: readonly Row[]) =>
  rows.flatMap(([verdict, what, ...names], row) => {
    const [zip = '', ...others] = Object.keys(PACKERS);
    const formats = isLong || row % 12 === 0 ? someOf(others, 1, row / 12) : [];
    return everyNth(names, 24).flatMap((name, i) =>
      [zip, ...(i === 0 ? formats : [])].map(
        (filename) => [filename, verdict, what, name] as const,
      ),
    );
  });

async function judged(filename: string, name: string): Promise<string> {
  const bytes = PACKERS[filename]?.(name) ?? Buffer.alloc(0);
  return verdictOf(bytes, { filename, contentType: null });
}

describe('disguised entry names', () => {
  const rows = [...DISGUISES, ...PROGRAM_NAMES];

  test('the tables of disguises and programs hold more than 120 names', () => {
    const names = rows.flatMap(([, , ...all]) => all);
    expect(new Set(names).size).toBeGreaterThan(120);
  });

  test.each(spellings(rows))(
    'an entry of %s gets the verdict %s for %s: %j',
    async (filename, verdict, _, name) => {
      expect(await judged(filename, name)).toBe(verdict);
    },
  );

  test.each(['run.bat\0.txt', 'run.bat\0', 'a\\run.bat', '..\\run.bat'])(
    'a ZIP entry with zeros or backslashes in its name is rejected: %j',
    async (name) => {
      expect(await judged('a.zip', name)).toBe(OUT);
    },
  );
});

describe('ordinary entry names in any language', () => {
  test.each(spellings(ORDINARY))(
    'an ordinary entry name in %s is %s: %s: %j',
    async (filename, verdict, _, name) => {
      expect(await judged(filename, name)).toBe(verdict);
    },
  );
});

describe('the macOS folder icon', () => {
  const apple = (fork: number) => {
    const head = Buffer.alloc(60);
    head.set(Buffer.from('0005160700020000', 'hex'));
    head.writeUInt16BE(1, 24);
    head.writeUInt32BE(fork, 26);
    return head;
  };
  const verdict = (name: string, content: Buffer | string) =>
    verdictOf(
      writeZip([
        { name: 'a.txt', content: 'x' },
        { name, content },
      ]),
    );

  test.each([
    ['clean', 'Icon\r', ''],
    ['clean', 'textures/Icon\r', ''],
    ['clean', '__MACOSX/._Icon\r', apple(2)],
    [PROGRAM, 'Icon\r', 'x'],
    [PROGRAM, '__MACOSX/._Icon\r', apple(1)],
    [PROGRAM, '__MACOSX/._Icon\r', 'MZ'],
    [DANGER, 'Icon\r/a.txt', 'x'],
    [DANGER, 'MyIcon\r', ''],
    [DANGER, 'Icon\r\r', ''],
    [DANGER, 'icon\n', ''],
  ] as const)('%s is the verdict on the macOS folder icon %j', async (expected, name, content) => {
    expect(await verdict(name, content)).toBe(expected);
  });

  test.each([
    ['a.7z', writeSevenZip],
    ['a.rar', writeRar5],
  ])(
    'the macOS folder icon gets the same verdicts in %s, whose decoder prints another name',
    async (filename, write) => {
      const verdictIn = (name: string, content: string) =>
        verdictOf(
          write([
            { name: 'a.txt', content: 'x' },
            { name, content },
          ]),
          { filename, contentType: null },
        );
      expect(await verdictIn('Icon\r', '')).toBe('clean');
      expect(await verdictIn('textures/Icon\r', '')).toBe('clean');
      expect(await verdictIn('Icon\r', 'x')).toBe(PROGRAM);
      expect(await verdictIn('MyIcon\r', '')).toBe(DANGER);
    },
  );
});

describe('content with the first bytes of another kind', () => {
  test.each([
    [ARCHIVE, 'conectix'],
    [ARCHIVE, 'vhdxfile'],
    [ARCHIVE, 'KDMV\x01'],
    [ARCHIVE, 'MSWIM\0\0\0'],
    [PROGRAM, '!<arch>\ndebian-binary'],
    [PROGRAM, 'xar!'],
    [PROGRAM, '[Desktop Entry]\nExec=sh'],
    [PROGRAM, '\ufeff#!/bin/sh'],
    [PROGRAM, '\0\x01\0\0Standard Jet DB\0'],
  ])('%s is the verdict on a neutral file that begins with %j', async (expected, content) => {
    expect(await verdictOf(writeZip([{ name: 'a.dat', content }]))).toBe(expected);
  });
});

test.each([
  ['the-sims-4', 'Scripts/a.py'],
  ['rfactor-2', 'car.mas'],
])(
  'normal content of the game %s is clean there and a program elsewhere: %s',
  async (game, name) => {
    const bytes = writeZip([{ name, content: 'x' }]);
    expect(await verdictOf(bytes, { game })).toBe('clean');
    expect(await verdictOf(bytes, { game: 'farhaul' })).toBe(PROGRAM);
  },
);

describe('two names that one system creates as the same file', () => {
  test.each([
    ['run.txt', 'run.txt.'],
    ['mods/a.txt', 'mods /a.txt'],
    ['what_.txt', 'what?.txt'],
    ['a.txt', 'a\u00ad.txt'],
    ['\u212a.txt', 'k.txt'],
    ['\u017f.txt', 'S.txt'],
    ['ı.txt', 'I.txt'],
    ['가.txt', '\u1100\u1161.txt'],
  ])('the names %j and %j are rejected as duplicates', async (one, other) => {
    const names = [one, other].map((name) => ({ name, content: 'x' }));
    expect(await verdictOf(writeZip(names))).toBe('archive_duplicate_path');
  });
});

test('createdNames lists the names of one file without repetition, its own name first', () => {
  expect(createdNames('Readme.txt')).toEqual(['readme.txt']);
  expect(createdNames('Run.BAT. ')).toEqual(['run.bat. ', 'run.bat']);
  expect(createdNames('ｒｕｎ．ｂａｔ')).toContain('run.bat');
});
