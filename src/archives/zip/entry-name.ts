import { isAscii } from 'node:buffer';
import { refuse } from '../findings.js';

/** A name decoded by one code page. */
interface LegacyName {
  readonly text: string;
  readonly isDoubleByte: boolean;
}

/** Code pages that packers use without declaring them. */
const CODE_PAGES: readonly { readonly label: string; readonly isDoubleByte: boolean }[] = [
  { label: 'shift_jis', isDoubleByte: true },
  { label: 'gbk', isDoubleByte: true },
  { label: 'big5', isDoubleByte: true },
  { label: 'euc-kr', isDoubleByte: true },
  { label: 'ibm866', isDoubleByte: false },
  { label: 'windows-1251', isDoubleByte: false },
];

const DECODERS = CODE_PAGES.map(({ label, isDoubleByte }) => ({
  isDoubleByte,
  decoder: new TextDecoder(label, { fatal: true, ignoreBOM: true }),
}));

/** Decodes a name by each old code page. Skips code pages in which the bytes are invalid. */
function decodeLegacy(nameBytes: Uint8Array): readonly LegacyName[] {
  const names: LegacyName[] = [];
  for (const { decoder, isDoubleByte } of DECODERS) {
    try {
      names.push({ text: decoder.decode(nameBytes), isDoubleByte });
    } catch {
      // Not valid in this code page.
    }
  }
  return names;
}

/** The backslash and the bar, which can also be the second byte of a character. */
const TRAIL_BYTES = [0x5c, 0x7c] as const;

/**
 * Whether each backslash and bar of the name is the second byte of a character in this code page.
 */
function hasTrailBytes({ text, isDoubleByte }: LegacyName): boolean {
  return isDoubleByte && !/[\\|]/.test(text);
}

/** The general-purpose bit for a name in UTF-8. */
export const UTF8_FLAG = 1 << 11;

/** Systems whose packers write a backslash as separator: FAT, OS/2, NTFS with two ids, VFAT. */
const BACKSLASH_HOSTS: ReadonlySet<number> = new Set([0, 6, 10, 11, 14]);

// The upper half of code page 437, the default for names in a ZIP.
const CP437_UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

// A byte order mark at the start is part of the name: unpackers keep it, too.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The name of an entry in the central directory. */
interface RawName {
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  /** The declared system of the entry. */
  readonly host: number;
  /** The name in the Unicode path extra field, or null. */
  readonly unicodePath: string | null;
}

/** The paths of an entry. Programs read different paths from the same bytes. */
export interface EntryNames {
  /** The path that its creator most likely intended. */
  readonly path: string;
  /**
   * The paths that the kinds of programs read, in the order at `KINDS_OF_READERS`. Absent if all
   * read `path`.
   */
  readonly readings?: readonly string[] | undefined;
  /**
   * Decodes the paths by old code pages other than 437, without duplicates. Absent for a name in
   * ASCII or marked as UTF-8. A function, because stored paths would take eight bytes for each byte
   * of a name.
   */
  readonly legacy?: (() => readonly string[]) | undefined;
}

/**
 * Number of kinds of programs in `readings`: those that support the Unicode path, those that always
 * use code page 437, and those that guess the encoding.
 */
export const KINDS_OF_READERS = 3;

/**
 * Returns the paths of an entry as programs read them. Programs differ in whether they support the
 * Unicode path, and in whether they read an unmarked name as UTF-8 or by a code page. Throws
 * ArchiveFault for a name that is marked as UTF-8 but is not valid. Throws it also if only one of
 * the name and its Unicode path ends with a slash.
 *
 * A backslash becomes a slash if packers of the declared system write it as separator. In an
 * unmarked name it does so for any system if it may be the second byte of a double-byte character.
 * Programs that do not know the code page read a separator there.
 */
export function readNames(raw: RawName): EntryNames {
  const { nameBytes, flags, unicodePath } = raw;
  const isPlain = isAscii(nameBytes);
  if (isPlain && unicodePath === null) {
    return { path: separated(decodeAscii(nameBytes), raw.host) };
  }
  const isLegacy = !isPlain && (flags & UTF8_FLAG) === 0;
  const { likely, oem, legacy } = isLegacy ? readLegacy(raw) : readUnicode(raw);
  if (unicodePath === null) return namesOf(likely, [oem, oem, likely], legacy);
  const extra = separated(unicodePath, raw.host);
  if (extra.endsWith('/') !== likely.endsWith('/')) {
    refuse('archive_validation_failed', 'an entry is a file and a folder at once', { path: extra });
  }
  return namesOf(extra, [extra, oem, likely], legacy);
}

interface Readings {
  /**
   * The text in UTF-8 if valid. Else in the first double-byte code page in which every backslash
   * and bar is part of a character, or in code page 437.
   */
  readonly likely: string;
  /** The text in code page 437. Equals `likely` for a name in ASCII or marked as UTF-8. */
  readonly oem: string;
  readonly legacy?: () => readonly string[];
}

function namesOf(
  path: string,
  readings: readonly string[],
  legacy: Readings['legacy'],
): EntryNames {
  return {
    path,
    ...(readings.some((reading) => reading !== path) ? { readings } : {}),
    ...(legacy ? { legacy } : {}),
  };
}

function readUnicode({ nameBytes, host }: RawName): Readings {
  const text = decodeUtf8(nameBytes);
  if (text === null) {
    const path = Buffer.from(nameBytes).toString('utf8');
    refuse('archive_validation_failed', 'a path is marked as UTF-8 but is not valid UTF-8', {
      path,
    });
  }
  const path = separated(text, host);
  return { likely: path, oem: path };
}

function readLegacy({ nameBytes, host }: RawName): Readings {
  const unicode = decodeUtf8(nameBytes);
  // The backslash is a part of a character here. Readings by other code pages have a separator.
  const doubleByte = TRAIL_BYTES.some((byte) => nameBytes.includes(byte))
    ? decodeLegacy(nameBytes).find(hasTrailBytes)
    : undefined;
  const isSeparated = doubleByte !== undefined || BACKSLASH_HOSTS.has(host);
  const asPath = (text: string): string => (isSeparated ? text.replaceAll('\\', '/') : text);
  const oem = asPath(decodeCp437(nameBytes));
  return {
    oem,
    likely: asPath(unicode ?? doubleByte?.text ?? oem),
    legacy: () => [...new Set(decodeLegacy(nameBytes).map(({ text }) => asPath(text)))],
  };
}

/**
 * Replaces backslashes in the path of a packer that writes them as separators. Other names stay
 * unchanged.
 */
function separated(text: string, host: number): string {
  return BACKSLASH_HOSTS.has(host) ? text.replaceAll('\\', '/') : text;
}

function decodeAscii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Decodes UTF-8. Returns null if the bytes are not valid. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function decodeCp437(nameBytes: Uint8Array): string {
  return Array.from(nameBytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : CP437_UPPER.charAt(byte - 0x80),
  ).join('');
}
