import {
  CONVERTED,
  DEVICE_NAME,
  FORBIDDEN_ON_WINDOWS,
  LOOK_ALIKE,
  PRIVATE_ASCII,
  SHORT_NAME,
  VISIBLE_SEQUENCES,
} from '../registry/file-names.js';

/**
 * Only this many last UTF-16 units of a name are converted. No name or extension to find is longer.
 */
const TAIL_UNITS = 64;

const NOT_ASCII = /[^\0-\x7f]/;
// All ASCII characters that the functions below change.
const ODD_ASCII = /[. ]$|^ |[<>|?*":\\]/;
const PRIVATE = new RegExp(`[${unit(PRIVATE_ASCII.first)}-${unit(PRIVATE_ASCII.last)}]`, 'g');
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const ALL_INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

const CONVERTIBLE = translation(CONVERTED);
const SIMILAR = translation(CONVERTED, LOOK_ALIKE);

/**
 * The names that systems create for one path segment, in lower case, the archive's own name first.
 * The systems are Windows, macOS, Linux and programs with old code pages. The rules for kinds of
 * content and for program folders check each of these names, because one of the systems could open
 * it as a program.
 */
export function createdNames(name: string): readonly string[] {
  const own = name.toLowerCase();
  if (!NOT_ASCII.test(own) && !ODD_ASCII.test(own)) return [own];
  const names = new Set([own]);
  for (const spelling of NOT_ASCII.test(own) ? [own, resembling(name)] : [own]) {
    // An alternate data stream belongs to the file before the colon, but its own name may be that
    // of a program.
    for (const part of [spelling, ...spelling.split(/[:/\\]/)]) {
      const trimmed = trimName(part);
      names.add(trimmed);
      names.add(trimmed.replace(FORBIDDEN_ON_WINDOWS, '_'));
      names.add(trimName(trimmed.replace(FORBIDDEN_ON_WINDOWS, '')));
    }
  }
  names.delete('');
  return [...names];
}

/**
 * A segment as Windows creates it: without trailing dots and spaces, and with forbidden characters
 * replaced.
 */
export function windowsName(segment: string): string {
  return trimEnd(segment).replace(FORBIDDEN_ON_WINDOWS, '_');
}

/**
 * Replaces the characters that some programs convert to ASCII, by an old code page or by NFKC. Then
 * all backslashes become slashes. Returns an ASCII path unchanged, with its backslashes.
 */
export function convertedPath(path: string): string {
  return NOT_ASCII.test(path) ? CONVERTIBLE(path).replaceAll('\\', '/') : path;
}

/** A path without invisible characters, which some file systems ignore. */
export function withoutInvisible(path: string): string {
  return path.replace(ALL_INVISIBLE, '');
}

/**
 * Whether a segment looks like, or becomes, another name on some system. Windows drops trailing
 * dots and spaces and forbids some characters. Invisible characters hide parts of a name. A short
 * name (8.3) stands for a longer one. A device name in full-width letters stays a device. Letters
 * beyond ASCII alone are not ambiguous.
 */
export function isAmbiguous(segment: string): boolean {
  if (segment === '.' || segment === '') return false;
  if (/[. ]$|[<>|?*"]/.test(segment) || SHORT_NAME.test(segment)) return true;
  if (!NOT_ASCII.test(segment)) return false;
  const plain = trimName(resembling(segment));
  return (
    plain === '' ||
    DEVICE_NAME.test(plain) ||
    segment.search(PRIVATE) >= 0 ||
    hidesCharacters(segment)
  );
}

/** Whether a name has invisible characters that no script or emoji needs at that position. */
export function hidesCharacters(segment: string): boolean {
  return INVISIBLE.test(segment) && INVISIBLE.test(segment.replace(VISIBLE_SEQUENCES, ''));
}

/** The end of a name in ASCII look-alikes, without accents and invisible characters. */
function resembling(name: string): string {
  return SIMILAR(name.replace(ALL_INVISIBLE, '').replace(PRIVATE, asciiOf))
    .replace(/\s+/g, ' ')
    .slice(-TAIL_UNITS)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase();
}

function trimName(name: string): string {
  return trimEnd(name).trimStart();
}

/**
 * Removes trailing dots and spaces. A regular expression would take quadratic time for many of them
 * in the middle.
 */
function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return end === name.length ? name : name.slice(0, end);
}

function asciiOf(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - PRIVATE_ASCII.offset);
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Creates a function that replaces each character in the values of the tables by its key. */
function translation(
  ...tables: readonly Readonly<Record<string, string>>[]
): (text: string) => string {
  const meant = new Map<string, string>();
  for (const [plain, characters] of tables.flatMap((table) => Object.entries(table))) {
    for (const character of characters) meant.set(character, plain);
  }
  const any = new RegExp(`[${[...meant.keys()].join('').replace(/[\]\\^-]/g, '\\$&')}]`, 'gu');
  return (text) => text.replace(any, (character) => meant.get(character) ?? character);
}
