import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { everyNth } from '../rounds.js';
import { inspect, verdictOf } from './inspect.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { EXECUTABLE, NESTED, text, verdictWith } from './verdict-with.js';
import { writeZip } from './zip-writer.js';

const minecraft = { game: 'minecraft', loaders: [] };

describe('Minecraft content', () => {
  const nbt = Buffer.concat([Buffer.from('0a0000', 'hex'), Buffer.from('\x01\0\x04data\x01\0')]);

  test('level.dat_old is data like level.dat', async () => {
    expect(await verdictWith('world/level.dat_old', gzipSync(nbt), minecraft)).toBe('clean');
    expect(await verdictWith('world/level.dat_old', gzipSync('x'), minecraft)).toBe(NESTED);
    expect(await verdictWith('world/level.dat_old', gzipSync(nbt))).toBe(NESTED);
  });

  test('a compute shader is clean only in the shaders folder of a Minecraft upload', async () => {
    const shader = '#version 430\nlayout(local_size_x = 16) in;\nvoid main() {}\n';
    expect(await verdictWith('shaders/shadowcomp.csh', shader, minecraft)).toBe('clean');
    expect(await verdictWith('shaders/a.csh', '#!/bin/csh\n', minecraft)).toBe(EXECUTABLE);
    expect(await verdictWith('shadowcomp.csh', shader, minecraft)).toBe(EXECUTABLE);
    expect(await verdictWith('shaders/shadowcomp.csh', shader)).toBe(EXECUTABLE);
  });
});

describe('content that an operator can allow for a game', () => {
  const library = 'MZ\x90\0';
  const blend = gzipSync(Buffer.from('BLENDER-v279'));
  const rows: [id: string, path: string, content: Buffer | string, over: object][] = [
    ['bepinex_libraries', 'plugins/a.dll', library, { game: 'valheim', loaders: ['bepinex'] }],
    ['smapi_libraries', 'Mod/a.dll', library, { game: 'stardew-valley', loaders: ['smapi'] }],
    ['ksp_libraries', 'GameData/a.dll', library, { game: 'kerbal-space-program', loaders: [] }],
    ['skse_libraries', 'SKSE/Plugins/a.dll', library, { game: 'skyrim', loaders: ['skse64'] }],
    ['ts4_scripts', 'a.ts4script', writeZip([text]), { game: 'the-sims-4', loaders: [] }],
    ['packed_blends', 'a.blend', blend, { game: 'farhaul', loaders: [] }],
    ['packed_blends', 'a.blend', Buffer.from('28b52ffd', 'hex'), { game: 'farhaul', loaders: [] }],
  ];

  test.each(everyNth(rows, 8))(
    '%s go to review by default, and the finding names their id',
    async (id, name, content, over) => {
      const { outcome } = await inspect(writeZip([text, { name, content }]), over);
      expect(outcome).toMatchObject({
        kind: 'review',
        findings: [{ code: 'content_of_a_loader', path: name, values: { content: id } }],
      });
    },
  );

  test.each(everyNth(rows, 8))(
    '%s are clean once the operator allows them',
    async (id, name, content, over) => {
      expect(await verdictWith(name, content, { ...over, allowed: [id] })).toBe('clean');
      expect(await verdictWith(name, content, { ...over, allowed: ['other'] })).toMatch(/^review/);
    },
  );

  test.each([
    [
      'a library for another loader',
      'plugins/a.dll',
      library,
      { game: 'valheim', loaders: ['other'] },
    ],
    ['a library without a loader', 'plugins/a.dll', library, { game: 'valheim', loaders: [] }],
    ['a library of an upload without a game', 'plugins/a.dll', library, { loaders: ['bepinex'] }],
    ['a program', 'plugins/a.exe', library, { game: 'valheim', loaders: ['bepinex'] }],
    ['a library elsewhere', 'a.dll', library, { game: 'skyrim', loaders: ['skse64'] }],
    ['an archive as a scene', 'a.blend', gzipSync('a tar'), { game: 'farhaul', loaders: [] }],
    [
      'a program in scripts',
      'a.ts4script',
      writeZip([{ name: 'a.exe', content: library }]),
      { game: 'the-sims-4', loaders: [] },
    ],
  ])('%s stays in review when other content is allowed', async (_, name, content, over) => {
    const allowed = ['bepinex_libraries', 'skse_libraries', 'packed_blends', 'ts4_scripts'];
    expect(await verdictWith(name, content, { ...over, allowed })).toMatch(/^review/);
  });
});

describe('content that a desktop runs or opens', () => {
  const unc = '[.ShellClassInfo]\r\nIconResource=\\\\server\\share\\a.ico,0';
  const AMBIGUOUS = 'review ambiguous_name';
  const BOTH = 'review ambiguous_name executable_content';

  test.each([
    [AMBIGUOUS, 'notes.txt.', 'x'],
    [AMBIGUOUS, 'notes.txt ', 'x'],
    [AMBIGUOUS, 'folder ./a.txt', 'x'],
    [BOTH, 'run.bat.', 'x'],
    [BOTH, 'run.bat. .', 'x'],
    [EXECUTABLE, 'A.app/Contents/a', 'x'],
    [EXECUTABLE, 'a.workflow/a', 'x'],
    [EXECUTABLE, 'a.prefPane/a', 'x'],
    [EXECUTABLE, 'a.kext/a', 'x'],
    [EXECUTABLE, 'script', '#!  \t/bin/sh'],
    [EXECUTABLE, 'program', Buffer.from('cafebabf00000002', 'hex')],
    [NESTED, 'disk.img', 'x'],
    [EXECUTABLE, 'a.rdp', 'x'],
    [EXECUTABLE, 'a.fileloc', 'x'],
    [EXECUTABLE, 'a.webloc', 'x'],
    [EXECUTABLE, 'a.deskthemepack', 'x'],
    [EXECUTABLE, 'a.theme', '[Theme]\r\nDisplayName=\\\\server\\share'],
    [EXECUTABLE, 'a.mobileconfig', 'x'],
    [EXECUTABLE, 'a.js', 'x'],
    [EXECUTABLE, 'a/desktop.ini', unc],
    [AMBIGUOUS, 'a<b.txt', 'x'],
    [AMBIGUOUS, 'a|b.txt', 'x'],
    [AMBIGUOUS, 'a?b/c.txt', 'x'],
    ['archive_dangerous_entry', `${'ä'.repeat(128)}.txt`, 'x'],
  ])('%s is the verdict on the entry %j in ZIP and 7z', async (expected, name, content) => {
    expect(await verdictOf(writeZip([text, { name, content }]))).toBe(expected);
    const over = { filename: 'a.7z', contentType: null };
    expect(await verdictOf(writeSevenZip([text, { name, content }]), over)).toBe(expected);
  });
});

describe('the findings of an inspection', () => {
  test('findings name the first five entries of each code, with escaped paths', async () => {
    const programs = Array.from({ length: 9 }, (_, i) => ({ name: `${i}.exe`, content: 'x' }));
    const odd = { name: 'a\u200bb.txt', content: 'x' };
    const { outcome } = await inspect(writeZip([...programs, odd]));
    expect(outcome).toMatchObject({
      findings: [
        { code: 'ambiguous_name', path: 'a\\u{200b}b.txt' },
        ...[0, 1, 2, 3, 4].map((i) => ({ code: 'executable_content', path: `${i}.exe` })),
      ],
    });
  });

  test('findings truncate long paths', async () => {
    const { outcome } = await inspect(writeZip([{ name: `${'d/'.repeat(70)}x`, content: 'x' }]));
    expect(outcome).toMatchObject({
      findings: [{ code: 'path_too_long', path: `${'d/'.repeat(59)}d…` }],
    });
  });
});
