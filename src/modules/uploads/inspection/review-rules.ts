import { extname } from 'node:path/posix';

/** Why a person has to decide. Stored with the upload and shown to its creator. */
export type ReviewReason =
  | 'antivirus_stream_limit'
  | 'antivirus_unknown'
  | 'executable_content'
  | 'format_not_inspected'
  | 'nested_archive'
  | 'nested_archive_not_inspected';

/** How many bytes of a content `reviewReasonOf` looks at: enough for the magic of tar. */
export const CLASSIFIED_BYTES = 265;

type Kind = 'archive' | 'executable';

interface Magic {
  readonly kind: Kind | 'gzip';
  readonly at?: number;
  readonly text: string;
}

// One character a byte.
const MAGICS: readonly Magic[] = [
  { kind: 'archive', text: 'PK\x03\x04' },
  { kind: 'archive', text: 'PK\x05\x06' },
  { kind: 'archive', text: '7z\xbc\xaf\x27\x1c' },
  { kind: 'archive', text: 'Rar!\x1a\x07' },
  { kind: 'archive', text: 'BZh' },
  { kind: 'archive', text: '\xfd7zXZ\0' },
  { kind: 'archive', text: '\x28\xb5\x2f\xfd' },
  { kind: 'archive', text: 'MSCF\0\0\0\0' },
  { kind: 'archive', at: 257, text: 'ustar' },
  { kind: 'gzip', text: '\x1f\x8b' },
  { kind: 'executable', text: '\x7fELF' },
  { kind: 'executable', text: 'MZ' },
  { kind: 'executable', text: '#!/' },
  // Mach-O: 32 and 64 bits, either byte order.
  { kind: 'executable', text: '\xfe\xed\xfa\xce' },
  { kind: 'executable', text: '\xfe\xed\xfa\xcf' },
  { kind: 'executable', text: '\xce\xfa\xed\xfe' },
  { kind: 'executable', text: '\xcf\xfa\xed\xfe' },
];

const EXTENSIONS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  archive: words(
    'zip jar war ear 7z rar tar gz tgz bz2 tbz tbz2 xz txz zst lz lz4 lzma z cab iso arj apk',
  ),
  executable: words(
    'exe dll com scr pif cpl sys drv ocx msi msp msix appx bat cmd ps1 psm1 vbs vbe jse wsf wsh',
    'hta reg lnk url scf sh bash zsh csh ksh command so dylib jnilib app appimage desktop deb',
    'rpm dmg pkg run',
  ),
};

// Compressed data that games keep under names of their own; gzip, but no archive of files.
const GAME_DATA = words('nbt dat schem schematic litematic mcstructure');
// What a loader of Java mods takes out of a jar by itself.
const JAR_LIBRARIES = words('so dll dylib jnilib');
const JAR_IN_JAR = /^META-INF\/.+\.jar$/i;

/**
 * Decides by path and first bytes whether a content needs a person: archives in archives, and
 * whatever a desktop would run. Inside a `.jar`, libraries and nested jars that the loader unpacks
 * are normal content; class files and scripts of the game are no executables anywhere.
 */
export function reviewReasonOf(
  path: string,
  head: Uint8Array,
  container: 'zip' | 'jar',
): ReviewReason | null {
  const extension = extname(path).slice(1).toLowerCase();
  const magic = MAGICS.find((it) => holds(head, it))?.kind;
  const isExecutable =
    magic === 'executable' || isFatMachO(head) || EXTENSIONS.executable.has(extension);
  if (isExecutable && !(container === 'jar' && JAR_LIBRARIES.has(extension))) {
    return 'executable_content';
  }
  const isArchive =
    magic === 'archive' ||
    (magic === 'gzip' && !GAME_DATA.has(extension)) ||
    EXTENSIONS.archive.has(extension);
  const isLoaded = container === 'jar' && JAR_IN_JAR.test(path) && startsLikeZip(head);
  return isArchive && !isLoaded ? 'nested_archive' : null;
}

/** How many bytes of a content `startsLikeZip` looks at. */
export const ZIP_MAGIC_BYTES = 4;

/** Whether bytes begin as a ZIP with an entry does. */
export function startsLikeZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

function holds(head: Uint8Array, { at = 0, text }: Magic): boolean {
  for (let i = 0; i < text.length; i++) if (head[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Shares its magic with Java classes, whose version, in the same place, is never this low. */
function isFatMachO(head: Uint8Array): boolean {
  const [a, b, c, d, e, f, g, architectures = 0] = head;
  return (
    a === 0xca && b === 0xfe && c === 0xba && d === 0xbe && !e && !f && !g && architectures < 43
  );
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
