import { describe, expect, test } from 'vitest';
import { createdNames } from '../../src/archives/created-names.js';
import { verdictOf } from './inspect.js';
import { writeRar4, writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

const PROGRAM = 'review executable_content';
const ARCHIVE = 'review nested_archive';
const BOTH = 'review ambiguous_name executable_content';
const NAME = 'review ambiguous_name';
const DANGER = 'archive_dangerous_entry';
const OUT = 'archive_path_traversal';

type Row = readonly [verdict: string, what: string, ...names: string[]];

/** Disguised spellings of executable or forbidden names, and their verdicts. */
const DISGUISES: readonly Row[] = [
  [BOTH, 'dots that Windows drops', 'run.bat.', 'run.bat...', 'evil.hta.', 'x.url.', 'a/run.lnk.'],
  [
    BOTH,
    'spaces that Windows drops',
    'run.bat ',
    'run.bat   ',
    'x.exe. . ',
    'run.cmd .',
    'x.scr. ',
  ],
  [DANGER, 'names of autorun', 'autorun.inf', 'autorun.inf.', 'AUTORUN.INF ', 'a/autorun.inf. .'],
  [DANGER, 'autorun in full-width letters', 'ａｕｔｏｒｕｎ.inf', 'autorun．inf', 'autorun.ınf'],
  [DANGER, 'alternate data streams', 'file.txt:evil.exe', 'x.exe::$DATA', 'a.txt:b', 'xy:z:$DATA'],
  [
    PROGRAM,
    'full-width characters',
    'run．bat',
    'run.ｂａｔ',
    'ｒｕｎ．ｅｘｅ',
    'run﹒cmd',
    'ｘ．ｌｎｋ',
  ],
  [
    PROGRAM,
    'dots that look alike',
    'run․bat',
    'run。bat',
    'run｡bat',
    'run۔bat',
    'run܁bat',
    'runꓸbat',
  ],
  [PROGRAM, 'slashes that look alike', 'readme／run.bat', 'readme.txt⁄x.exe', 'x＼run.hta'],
  [PROGRAM, 'colons that look alike', 'run.bat：x', 'run.bat：x.txt', 'x.exe﹕a'],
  [
    BOTH,
    'characters of no width',
    'run.b\u200bat',
    'run.bat\u200b',
    'run.\u2060exe',
    'x.\u200cbat',
  ],
  [BOTH, 'joiners and marks', 'x.e\u200dxe', '\ufeffrun.bat', 'run.bat\ufeff', 'run.b\u034fat'],
  [
    BOTH,
    'soft hyphens and fillers',
    'run.b\u00adat',
    'run.bat\u00ad',
    'x.exe\u3164',
    'x.\u115fexe',
  ],
  [
    BOTH,
    'variation selectors',
    'run.bat\ufe0f',
    'run.b\ufe00at',
    'x.exe\u{e0101}',
    'x.lnk\u{e0020}',
  ],
  [BOTH, 'marks of direction', 'run.bat\u200e', 'run\u200f.exe', 'x.\u061cbat'],
  [
    DANGER,
    'overrides of direction',
    'picture\u202egnp.exe',
    '\u202etxt.bat',
    'a\u202db',
    'a\u202ac',
  ],
  [DANGER, 'isolates of direction', 'a\u2066b.txt', 'a\u2067b', 'a\u2068b', 'a\u2069b'],
  [PROGRAM, 'accents', 'run.bát', 'run.ba\u0301t', 'x.e\u0323xe', 'x.ëxé'],
  [PROGRAM, 'blanks', 'run.bat\u00a0', 'run.bat\u3000', 'run.exe\u2800', 'x.cmd\u2009'],
  [PROGRAM, 'upper case', 'RUN.BAT', 'Run.Exe', 'x.LNK', 'x.ScR'],
  [
    PROGRAM,
    'letters that fold to others',
    'x.\u017fcr',
    'x.ln\u212a',
    'x.\u212amd.\u212ao',
    'x.PİF',
    'x.pıf',
  ],
  [PROGRAM, 'other forms of letters', 'x.ⓔⓧⓔ', 'x.𝐞𝐱𝐞', 'x.ᵉxe', 'run⒈bat'],
  [
    BOTH,
    'private characters that stand for others',
    'run\uf02ebat',
    'run.bat\uf020',
    'run.bat\uf03ax',
  ],
  [BOTH, 'characters that Windows cannot hold', 'run.bat?', 'run.ba"t', 'x.e|xe', 'run.bat*'],
  [PROGRAM, 'names of an extension alone', '.bat', '.exe', 'a/.lnk', '.desktop'],
  [
    DANGER,
    'two extensions',
    'holiday.jpg.scr',
    'a.pdf      .exe',
    'a.txt\u00a0\u00a0.exe',
    'a.png\u200b.exe',
  ],
  [PROGRAM, 'three extensions', 'a.tar.png.sh', 'a.b.c.ps1'],
  [
    DANGER,
    'devices',
    'CON',
    'aux.txt',
    'COM1',
    'com¹.cfg',
    'CONIN$',
    'a/NUL .png',
    'lpt0',
    'CLOCK$',
  ],
  [NAME, 'devices in full-width letters', 'ＣＯＮ', 'ａｕｘ.txt', 'com⁴'],
  [NAME, 'short names', 'PROGRA~1/x.txt', 'LONGFI~1.TXT', 'git~1/config', 'README~2'],
  [NAME, 'names that Windows changes', 'notes.', 'mods /a.txt', 'v1./a', 'what?.txt', 'a<b>.txt'],
  [
    NAME,
    'names that hide a part',
    're\u200badme.txt',
    'a\u00adb',
    'x\u2060',
    '\u3164',
    'mods\u200b/a',
  ],
  [NAME, 'names without a form', '\u2800', '\u3000', '\u00a0.\u00a0'],
  [DANGER, 'control characters', 'a\u0001b', 'line\nbreak', 'a\u0085b', 'a\u2028b', 'a\u007f'],
  [
    DANGER,
    'classes of shell objects',
    'x.{20D04FE0-3AEA-1069-A2D8-08002B30309D}/a.txt',
    'x.txt.{3050f4d8-98b5-11cf-bb82-00aa00bdce0b}',
  ],
  [
    DANGER,
    'names that no disk can hold',
    `${'x'.repeat(256)}`,
    'é'.repeat(128),
    `${'字'.repeat(86)}/a`,
  ],
  [DANGER, 'piles of marks', `a${'\u0301'.repeat(31)}`, `a${'\u0301\u0327'.repeat(40)}.txt`],
  [OUT, 'what becomes a way up', '．．/a', '‥/a', '..¥a', '..∖a', '..₩a', '..／a', '․․/a', '.․/a'],
  [
    PROGRAM,
    'settings of Windows',
    'x.scf',
    'x.library-ms',
    'x.search-ms',
    'x.settingcontent-ms',
    'x.appref-ms',
    'x.application',
    'x.rdp',
    'x.deskthemepack',
    'x.website',
  ],
  [
    PROGRAM,
    'programs of Windows',
    'x.pif',
    'x.cpl',
    'x.gadget',
    'x.msix',
    'x.wsf',
    'x.ws',
    'x.xbap',
  ],
  [
    PROGRAM,
    'programs of macOS',
    'x.command',
    'x.terminal',
    'x.pkg',
    'x.dmg',
    'x.fileloc',
    'x.webloc',
    'x.mobileconfig',
  ],
  [
    PROGRAM,
    'folders that macOS opens as programs',
    'X.app/Contents/Info.plist',
    'a/b.prefPane/c',
    'x.kext/a',
    'x.workflow/a',
    'X.APP/a',
  ],
  [BOTH, 'such folders in disguise', 'X.app./a', 'X.a\u200bpp/a'],
  [
    PROGRAM,
    'locations and tools of macOS',
    'x.tool',
    'x.ftploc',
    'x.afploc',
    'x.vncloc',
    'x.nfsloc',
    'x.atloc',
    'x.mailloc',
    'x.newsloc',
  ],
  [
    PROGRAM,
    'more settings of Windows',
    'x.theme',
    'x.desktopthemepack',
    'x.wsb',
    'x.appcontent-ms',
    'x.diagcab',
    'x.diagcfg',
    'x.diagpkg',
    'x.job',
    'x.udl',
    'x.printerexport',
  ],
  [
    PROGRAM,
    'more scripts of Windows',
    'x.vbscript',
    'x.msh',
    'x.msh1',
    'x.mshxml',
    'x.psc1',
    'x.pssc',
    'x.cdxml',
    'x.hlp',
  ],
  [
    PROGRAM,
    'documents that run code',
    'x.oqy',
    'x.dqy',
    'x.rqy',
    'x.slk',
    'x.mde',
    'x.ade',
    'x.mdb',
    'x.accde',
    'x.accdb',
    'x.mda',
    'x.mam',
    'x.mas',
    'x.one',
    'x.xla',
    'x.xlam',
    'x.xll',
    'x.wll',
    'x.dotm',
    'x.docm',
    'x.xlsm',
    'x.pptm',
  ],
  [
    PROGRAM,
    'scripts of interpreters',
    'x.py',
    'x.pyw',
    'x.pyc',
    'x.pyo',
    'x.pyz',
    'x.pyzw',
    'x.rb',
    'x.pl',
    'x.ahk',
    'x.au3',
    'x.a3x',
    'x.tcl',
    'x.phar',
  ],
  [
    ARCHIVE,
    'disk images',
    'x.iso',
    'x.img',
    'x.udf',
    'x.vhd',
    'x.vhdx',
    'x.vmdk',
    'x.sparseimage',
    'x.sparsebundle',
    'x.cdr',
    'x.toast',
    'x.smi',
    'x.wim',
    'x.esd',
    'x.swm',
  ],
  ['review executable_content', 'disk images that are folders', 'X.sparsebundle/bands/0'],
  [PROGRAM, 'programs of Linux', 'x.desktop', 'x.AppImage', 'x.run', 'x.sh', 'x.flatpakref'],
];

/** Ordinary file names in many languages. */
const ORDINARY: readonly Row[] = [
  ['clean', 'Russian', 'Моды/Прочти меня.txt', 'ЁЛКИ-й.txt', 'Установка (важно)!.txt'],
  ['clean', 'German', 'Änderungen/Größe – Übersicht.txt', 'straße.txt', 'GROẞ.md'],
  [
    'clean',
    'Chinese',
    '说明：安装.txt',
    '安装说明。txt',
    '材质／或模型.png',
    '第1章（完）！？.txt',
  ],
  [
    'clean',
    'Japanese',
    'ＭＯＤ説明．ｔｘｔ',
    'モッド・設定.json',
    '葛\u{e0100}城.txt',
    'ガ\u3099.txt',
    '100¥.txt',
  ],
  ['clean', 'Korean', '모드/읽어주세요.txt', '각\u1100\u1161.txt', '₩1000.txt'],
  ['clean', 'Arabic and Persian', 'اقرأني.txt', 'می\u200cخواهم.txt', 'ملف ٠١.txt'],
  ['clean', 'Hebrew', 'קרא אותי.txt', 'שָׁלוֹם.txt'],
  ['clean', 'scripts with joiners', 'क्\u200dष.txt', 'ශ්\u200dරී.txt', 'ന്\u200d.txt'],
  [
    'clean',
    'emoji',
    '👨‍👩‍👧‍👦.png',
    '❤️.txt',
    '🏳️‍🌈/a.txt',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
    '1️⃣.txt',
    '👍🏽.png',
    '☠️.json',
  ],
  ['clean', 'accents', 'é.txt', 'e\u0301.txt', 'Việt Nam/Nguye\u0302\u0303n.txt', 'naïve café.md'],
  ['clean', 'dots and spaces in front', '.gitignore', '.hidden/a', ' a.txt', '..b', 'a..b', '...c'],
  ['clean', 'percent signs', 'run%2Ebat', '%2e%2e/a', '100%.txt', 'a%00.txt'],
  [
    'clean',
    'tildes and digits',
    '1~5.txt',
    'file.txt~',
    '第1~3章.txt',
    'a~b.txt',
    '~1.txt',
    'backup-long~1.txt',
  ],
  [
    'clean',
    'words that begin as devices do',
    'console.txt',
    'com10',
    'auxiliary.json',
    'nulls/a',
    'lpt',
  ],
  [
    'clean',
    'ends that are no extensions',
    'bat',
    'the.batman',
    'exe.txt',
    'a.exe.txt',
    'x.apple',
    'app/a',
  ],
  ['clean', 'game data', 'a.lua', 'a.class', 'shader.frag', 'a.pak', 'a.esp', 'a.uasset', 'x.mat'],
];

type Pack = (name: string) => Buffer;

const PACKERS: Readonly<Record<string, Pack>> = {
  'a.zip': (name) => writeZip([{ name, content: 'x' }]),
  'a.7z': (name) => writeSevenZip([{ name, content: 'x' }]),
  '5.rar': (name) => writeRar5([{ name, content: 'x' }]),
  '4.rar': (name) => writeRar4([{ name, content: 'x', flags: 0x200 }]),
};

/**
 * Every name in a ZIP; the other formats get the first of each row, because their decoder is slow.
 */
const spellings = (rows: readonly Row[]) =>
  rows.flatMap(([verdict, what, ...names]) =>
    names.flatMap((name, i) =>
      Object.keys(PACKERS)
        .slice(0, i === 0 ? undefined : 1)
        .map((filename) => [filename, verdict, what, name] as const),
    ),
  );

async function judged(filename: string, name: string): Promise<string> {
  const bytes = PACKERS[filename]?.(name) ?? Buffer.alloc(0);
  return verdictOf(bytes, { filename, contentType: null });
}

describe('disguised entry names', () => {
  test('the table of disguises holds at least 120 spellings', () => {
    const names = DISGUISES.flatMap(([, , ...all]) => all);
    expect(new Set(names).size).toBeGreaterThan(120);
  });

  test.each(spellings(DISGUISES))(
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
