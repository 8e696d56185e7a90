import { ARCHIVE_LIMITS } from '../../../registry/limits.js';
import { quotePath, refuse } from './fault.js';

// Names that Windows gives to devices in every folder, with any extension.
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/i;
const CONTROL = /\p{Cc}/u;
// Text behind these is shown in another order than it is: `exe.txt` for `txt.exe`.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;
// Some file systems compare names without these.
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Refuses a path that could leave the folder that it is unpacked to, or that some system reads as
 * something else than a plain file. Spec 4.4.
 *
 * - never NUL, a backslash, a leading slash or drive, or a segment that Windows shortens to `..`
 * - nor one that becomes `..` where full-width dots and slashes are taken for the narrow ones, as
 *   programs do that convert to an old code page; a percent sign means itself
 * - no control characters, none that reorder the text, no alternate data streams (`:`), no device names of Windows
 * - no segments of dots and spaces only, except `.` itself
 * - at most 1,024 characters and 64 folders deep
 */
export function checkPath(path: string): void {
  if (path === '') refuse('archive_validation_failed', 'an entry has no path');
  if (/[\0\\]/.test(path) || path.startsWith('/') || /^[a-z]:/i.test(path)) {
    refuse('archive_path_traversal', `${quotePath(path)} is not a path within the archive`);
  }
  const segments = path.split('/');
  if (leadsUp(segments) || (NOT_ASCII.test(path) && leadsUp(compatible(path).split('/')))) {
    refuse('archive_path_traversal', `${quotePath(path)} leads out of the archive`);
  }
  if (
    path.length > ARCHIVE_LIMITS.pathCharacters ||
    segments.length > ARCHIVE_LIMITS.pathSegments
  ) {
    refuse('archive_dangerous_entry', `${quotePath(path)} is too long or too deep`);
  }
  const dangerous = segments.find(isDangerous);
  if (dangerous !== undefined) {
    refuse('archive_dangerous_entry', `${quotePath(path)} holds ${quotePath(dangerous)}`);
  }
}

function leadsUp(segments: readonly string[]): boolean {
  return segments.some((segment) => /^ *\.\.[. ]*$/.test(segment));
}

function compatible(path: string): string {
  return path.normalize('NFKC').replaceAll('\\', '/');
}

function isDangerous(segment: string): boolean {
  return (
    CONTROL.test(segment) ||
    REORDERING.test(segment) ||
    segment.includes(':') ||
    DEVICE.test(segment) ||
    (/^[. ]+$/.test(segment) && segment !== '.')
  );
}

/** A path as the file systems of players compare it. */
interface Folded {
  /** Segments apart by NUL, which sorts before everything that a path may hold. */
  readonly key: string;
  readonly path: string;
  readonly isFile: boolean;
}

/**
 * Collects the paths of one archive and refuses two that are one file on some system: equal after
 * Unicode normalisation and case folding, without the trailing dots and spaces that Windows drops,
 * or a file where another path needs a folder.
 */
export function createPathSet(): { add(path: string, isFile: boolean): void; check(): void } {
  const all: Folded[] = [];
  return {
    add(path, isFile) {
      all.push({ key: fold(path), path, isFile });
    },
    check() {
      // In this order whatever lies under a file comes right after it.
      all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      for (const [i, { key, path, isFile }] of all.entries()) {
        const next = all[i + 1];
        if (!next) continue;
        if (key === next.key || (isFile && next.key.startsWith(`${key}\0`))) {
          refuse('archive_duplicate_path', `${quotePath(path)} and ${quotePath(next.path)}`);
        }
      }
    },
  };
}

function fold(path: string): string {
  if (!NOT_ASCII.test(path)) return segmentsOf(path).toLowerCase();
  return segmentsOf(path.replace(IGNORABLE, ''))
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
}

function segmentsOf(path: string): string {
  return path
    .split('/')
    .map((segment) => segment.replace(/[. ]+$/, ''))
    .filter((segment) => segment !== '')
    .join('\0');
}
