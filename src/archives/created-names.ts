import {
  CONVERTED,
  DEVICE_NAME,
  FORBIDDEN_ON_WINDOWS,
  LOOK_ALIKE,
  PRIVATE_ASCII,
  SHORT_NAME,
  VISIBLE_SEQUENCES,
} from '../registry/file-names.js';

/** No extension or name that means anything is longer. */
const TAIL_UNITS = 64;

const NOT_ASCII = /[^\0-\x7f]/;
// Everything that the functions below change in a name of ASCII characters.
const ODD_ASCII = /[. ]$|^ |[<>|?*":\\]/;
const PRIVATE = new RegExp(`[${unit(PRIVATE_ASCII.first)}-${unit(PRIVATE_ASCII.last)}]`, 'g');
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const ALL_INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

const CONVERTIBLE = translation(CONVERTED);
const SIMILAR = translation(CONVERTED, LOOK_ALIKE);

/**
 * The names that Windows, macOS, Linux and programs with old code pages create for one segment of a
 * path, in lower case, the name in the archive first. A name that any of them could open as a
 * program is among them, so what is judged by its name is judged by all of these.
 */
export function createdNames(name: string): readonly string[] {
  const own = name.toLowerCase();
  if (!NOT_ASCII.test(own) && !ODD_ASCII.test(own)) return [own];
  const names = new Set([own]);
  for (const spelling of NOT_ASCII.test(own) ? [own, resembling(name)] : [own]) {
    // An alternate data stream belongs to the file before the colon; its own name may be a program's.
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

/** A segment without what Windows drops at its end, and with what it cannot hold replaced. */
export function windowsName(segment: string): string {
  return trimEnd(segment).replace(FORBIDDEN_ON_WINDOWS, '_');
}

/** A path as programs create it that convert names to an old code page or to NFKC. */
export function convertedPath(path: string): string {
  return NOT_ASCII.test(path) ? CONVERTIBLE(path).replaceAll('\\', '/') : path;
}

/** A path without the characters that have no form, by which some file systems do not tell names apart. */
export function withoutInvisible(path: string): string {
  return path.replace(ALL_INVISIBLE, '');
}

/**
 * Whether a segment shows, or becomes, another name somewhere: Windows drops dots and spaces at the end
 * and cannot hold some characters, characters without a form hide parts of a name, a short name (8.3)
 * stands for a longer one, and a device keeps its name in full-width letters.
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

/** Whether a name has characters without a form that no script or emoji needs where they stand. */
export function hidesCharacters(segment: string): boolean {
  return INVISIBLE.test(segment) && INVISIBLE.test(segment.replace(VISIBLE_SEQUENCES, ''));
}

/** The end of a name in ASCII, as far as its characters resemble any: without accents and what has no form. */
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

/** Without dots and spaces at the end. A regular expression takes quadratic time where many stand elsewhere. */
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

/** Puts the keys in the place of the characters that stand for them. */
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
