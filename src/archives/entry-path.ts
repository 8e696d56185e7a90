import type { ArchiveFormat } from '../registry/archives.js';
import { hasReordering } from '../registry/author-texts.js';
import { DEVICE_NAME, SHELL_CLASS } from '../registry/file-names.js';
import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { withoutIconEnd } from './content-forms.js';
import { isInBundle } from './content-rules.js';
import { convertedPath, isAmbiguous, windowsName, withoutInvisible } from './created-names.js';
import { type Findings, quotePath, refuse } from './findings.js';
import { type Pace, sortPaced } from './pace.js';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
// The longest run in Unicode's stream-safe text format. Longer ones take quadratic time to
// normalize.
const STACKED_MARKS = /\p{M}{31}/u;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Rejects a path that could leave the target folder, or that some system treats as something other
 * than a plain file. Throws ArchiveFault. Spec 4.4.
 *
 * - no NUL, backslash, leading slash, drive, or segment that Windows shortens to `..`, and no
 *   segment of only dots and spaces except `.`
 * - no segment that becomes `..` when full-width dots and slashes are converted, as programs with
 *   an old code page do; percent-encoding such as `%2e` is not decoded
 * - no control characters except at the end of a folder icon's name, and none that reorder text
 * - no alternate data streams (`:`), no Windows device names and no classes of shell objects
 * - no more characters, segments or stacked marks than the limits
 */
export function checkPath(path: string): void {
  if (path === '') refuse('archive_validation_failed', 'an entry has no path');
  checkWithin(path);
  const segments = path.split('/');
  if (
    path.length > ARCHIVE_LIMITS.pathCharacters ||
    segments.length > ARCHIVE_LIMITS.pathSegments ||
    (path.length > ARCHIVE_LIMITS.segmentBytes / 3 && segments.some(isTooLong))
  ) {
    const about = { path, finding: 'path_too_long' } as const;
    refuse('archive_dangerous_entry', `${quotePath(path)} is too long or too deep`, about);
  }
  const about = { path, finding: 'forbidden_name' } as const;
  if (CONTROL.test(withoutIconEnd(path)) || hasReordering(path) || STACKED_MARKS.test(path)) {
    refuse(
      'archive_dangerous_entry',
      `${quotePath(path)} contains characters that are not allowed in a name`,
      about,
    );
  }
  const dangerous = segments.find(isDangerous);
  if (dangerous !== undefined) {
    refuse('archive_dangerous_entry', `${quotePath(path)} holds ${quotePath(dangerous)}`, about);
  }
}

/**
 * Rejects a path that could leave the target folder. Throws ArchiveFault. `checkPath` includes it.
 * Alone, it is for the paths that old code pages would read from a name.
 */
export function checkWithin(path: string): void {
  const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(path);
  if (/[\0\\]/.test(path) || isAbsolute) {
    refuse('archive_path_traversal', `${quotePath(path)} is not a path within the archive`, {
      path,
      ...(isAbsolute || path.includes('\0') ? {} : { finding: 'backslash' }),
    });
  }
  if (leadsUp(path) || (NOT_ASCII.test(path) && leadsUp(convertedPath(path)))) {
    refuse('archive_path_traversal', `${quotePath(path)} leads out of the archive`, { path });
  }
}

function leadsUp(path: string): boolean {
  return /(?:^|\/) *\.\.[. ]*(?:\/|$)/.test(path);
}

function isTooLong(segment: string): boolean {
  return Buffer.byteLength(segment) > ARCHIVE_LIMITS.segmentBytes;
}

function isDangerous(segment: string): boolean {
  return (
    segment.includes(':') ||
    DEVICE_NAME.test(segment) ||
    SHELL_CLASS.test(segment) ||
    (/^[. ]+$/.test(segment) && segment !== '.')
  );
}

/** A path in the form in which players' file systems compare it. */
interface Folded {
  /** The segments, separated by NUL, which sorts before every character of a path. */
  readonly key: string;
  readonly path: string;
  readonly isFile: boolean;
}

/** The paths of one archive. */
export interface PathSet {
  /**
   * Throws ArchiveFault like `checkPath`. Sends to review a name that is another one on some
   * system, and a file in a folder that a desktop opens as a program.
   */
  add(path: string, isFile: boolean): void;
  /** Call it after the last path. Throws ArchiveFault if two paths are one file on some system. */
  check(): Promise<void>;
}

/** The archive and the inspection of a path set. */
interface Surroundings {
  readonly container: ArchiveFormat;
  readonly findings: Pick<Findings, 'review'>;
  readonly pace: Pace;
}

/**
 * Collects the paths of one archive and rejects two that are one file on some system:
 * - two paths that are equal in their Windows form, without invisible characters, after Unicode
 *   normalization and case folding
 * - a file at the path of a folder that another entry needs
 *
 * Two classes or two folders in a jar that differ only in case go to review instead: loaders read
 * them without unpacking.
 */
export function createPathSet({ container, findings, pace }: Surroundings): PathSet {
  const all: Folded[] = [];
  let folder = '';
  const checkFolder = (path: string): void => {
    folder = path;
    if (path.split('/').some(isAmbiguous)) findings.review('ambiguous_name', { path });
    if (isInBundle(path))
      findings.review('executable_content', { path, finding: 'program_folder' });
  };
  const checkDistinct = (one: Folded, next: Folded): void => {
    if (container === 'jar' && differInCase(one, next)) {
      findings.review('ambiguous_name', { path: next.path, finding: 'names_by_case' });
    } else if (collide(one, next)) {
      refuseDuplicate(one.path, next.path);
    }
  };
  return {
    add(path, isFile) {
      checkPath(path);
      const end = path.lastIndexOf('/') + 1;
      // Entries of one folder usually follow each other.
      if (path.slice(0, end) !== folder) checkFolder(path.slice(0, end));
      if (isAmbiguous(path.slice(end))) findings.review('ambiguous_name', { path });
      all.push({ key: fold(path), path, isFile });
    },
    async check() {
      // In this order, equal paths are adjacent, and paths below a file follow it directly.
      const sorted = await sortPaced(all, byKey, pace);
      let before: Folded | null = null;
      for (const folded of sorted) {
        if (before) checkDistinct(before, folded);
        before = folded;
        const turn = pace();
        if (turn) await turn;
      }
    },
  };
}

function refuseDuplicate(other: string, path: string): never {
  refuse('archive_duplicate_path', `${quotePath(other)} and ${quotePath(path)}`, {
    path,
    values: { other },
  });
}

function byKey(a: Folded, b: Folded): number {
  return compare(a.key, b.key) || compare(a.path, b.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Two class files, or two folders. */
function differInCase(a: Folded, b: Folded): boolean {
  const areLike = a.isFile
    ? b.isFile && a.path.endsWith('.class') && b.path.endsWith('.class')
    : !b.isFile;
  return areLike && a.path !== b.path && a.path.toLowerCase() === b.path.toLowerCase();
}

function collide({ key, isFile }: Folded, next: Folded): boolean {
  const isWithin =
    next.key.length > key.length && next.key[key.length] === '\0' && next.key.startsWith(key);
  return key === next.key || (isFile && isWithin);
}

function fold(path: string): string {
  if (!NOT_ASCII.test(path)) return segmentsOf(path).toLowerCase();
  return segmentsOf(withoutInvisible(path))
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
}

function segmentsOf(path: string): string {
  return path
    .split('/')
    .map(windowsName)
    .filter((segment) => segment !== '')
    .join('\0');
}
