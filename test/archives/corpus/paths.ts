import { writeRar4, writeRar5 } from '../rar-writer.js';
import { writeSevenZip } from '../seven-zip-writer.js';
import { writeZip } from '../zip-writer.js';
import { type HostileArchive, hostile } from './hostile-archive.js';

interface PathEntry {
  readonly name: string;
  readonly content: string;
}

const WRITERS: readonly (readonly [string, (entries: readonly PathEntry[]) => Buffer])[] = [
  ['a.zip', (entries) => writeZip(entries)],
  ['a.jar', (entries) => writeZip(entries)],
  ['a.7z', (entries) => writeSevenZip(entries)],
  ['5.rar', (entries) => writeRar5(entries)],
  // File names in RAR 4 are UTF-8 if the Unicode flag is set and no zero byte follows.
  ['4.rar', (entries) => writeRar4(entries.map((entry) => ({ ...entry, flags: 0x200 })))],
];

const PATHS: readonly (readonly [verdict: string, path: string])[] = [
  ['archive_path_traversal', '../up.txt'],
  ['archive_path_traversal', 'mods/../../up.txt'],
  ['archive_path_traversal', '..\\up.txt'],
  ['archive_path_traversal', 'mods\\..\\..\\up.txt'],
  ['archive_path_traversal', '/etc/cron.d/mod'],
  ['archive_path_traversal', 'C:/Windows/win.ini'],
  ['archive_path_traversal', 'c:up.txt'],
  ['archive_path_traversal', '\\\\server\\share\\mod.txt'],
  ['archive_path_traversal', '//server/share/mod.txt'],
  ['archive_path_traversal', 'mods/.. /up.txt'],
  ['archive_path_traversal', 'mods/.../up.txt'],
  ['archive_path_traversal', '．．/up.txt'],
  ['archive_path_traversal', 'mods／．．／．．／up.txt'],
  ['archive_path_traversal', '‥/up.txt'],
  ['clean', '%2e%2e/%2e%2e%2fup.txt'],
  ['archive_dangerous_entry', 'mod.txt:hidden'],
  ['archive_dangerous_entry', 'mod.txt::$DATA'],
  ['archive_dangerous_entry', 'CON'],
  ['archive_dangerous_entry', 'mods/aux.txt'],
  ['archive_dangerous_entry', 'NUL .png'],
  ['archive_dangerous_entry', 'com¹.cfg'],
  ['archive_dangerous_entry', 'bell\u0007.txt'],
  ['archive_dangerous_entry', 'picture\u202Egnp.exe'],
  ['archive_dangerous_entry', `${'x'.repeat(1_025)}`],
  ['archive_dangerous_entry', `${'d/'.repeat(65)}x`],
  ['archive_dangerous_entry', 'AUTORUN.INF'],
  ['archive_dangerous_entry', 'holiday.jpg.scr'],
];

const PAIRS: readonly (readonly [string, string, string])[] = [
  ['the same path twice', 'mod.txt', 'mod.txt'],
  ['another case', 'Mod.txt', 'mod.TXT'],
  ['the case of other scripts', 'straße.txt', 'STRASSE.txt'],
  ['composed and decomposed', 'h\u00fcte.txt', 'hu\u0308te.txt'],
  ['a trailing dot', 'mod', 'mod.'],
  ['a trailing space', 'mods/a', 'mods /a'],
  ['an invisible character', 'mod.txt', 'mo\u200bd.txt'],
  ['a file where a folder has to be', 'mods', 'mods/mod.txt'],
];

/** Forbidden paths, in each format. */
export const PATH_ARCHIVES: readonly HostileArchive[] = WRITERS.flatMap(([filename, write]) => {
  const add = hostile(filename);
  return [
    ...PATHS.map(([verdict, name]) =>
      add(verdict, JSON.stringify(name.slice(0, 40)), write([{ name, content: 'x' }])),
    ),
    ...PAIRS.map(([what, one, two]) =>
      add(
        'archive_duplicate_path',
        what,
        write([
          { name: one, content: 'x' },
          { name: two, content: 'y' },
        ]),
      ),
    ),
    add('archive_empty', 'no file with content', write([{ name: 'empty.txt', content: '' }])),
    add('archive_empty', 'no file at all', write([])),
  ];
});
