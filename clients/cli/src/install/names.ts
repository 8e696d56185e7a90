import { parse } from 'node:path';
import { safeFilename } from '@modport/client';

/** The name of the lockfile of a folder. No file of a mod may have it. */
export const LOCKFILE = 'modport.lock';
/**
 * The name of the folder for downloads and for the lock, inside the folder of the mods. No file of
 * a mod may have it.
 */
export const STAGING = '.modport';
const RESERVED = new Set([LOCKFILE, STAGING, 'modport.toml']);

/** The limits of `safeFilename` in the TypeScript client. */
const LONGEST_BYTES = 200;
const LONGEST_EXTENSION_BYTES = 20;

/**
 * A form of a name. Two names can be the same file on some file system if this form of both is
 * equal: it ignores case and the Unicode form.
 */
export function collisionKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}

/**
 * Whether a file of a mod can have this name as it is: it stays in the folder, and is no file of
 * modport itself.
 */
export function isUsableName(name: string): boolean {
  return safeFilename(name) === name && !RESERVED.has(collisionKey(name));
}

/** A file to name. */
interface Unnamed {
  readonly artifact_id: string;
  /** The name that the service shows, or null for a name from slug and version. */
  readonly filename: string | null;
  readonly slug: string;
  readonly version: string;
}

/**
 * Gives each file a name (`path`): the name that the service shows, or one with the id of the file
 * if that is not possible. No file then:
 * - leaves the folder, or replaces a file of modport
 * - is the same file as another one of `files` or `taken`, on any file system
 * The same files get the same names in every run.
 */
export function nameFiles<T extends Unnamed>(
  files: readonly T[],
  taken: readonly string[] = [],
): (T & { path: string })[] {
  const wanted = files.map((file) => ({ file, name: shownName(file) }));
  const counts = new Map<string, number>();
  for (const name of [...wanted.map((one) => one.name), ...taken]) {
    counts.set(collisionKey(name), (counts.get(collisionKey(name)) ?? 0) + 1);
  }
  return wanted.map(({ file, name }) => {
    const isFree = isUsableName(name) && !hasId(name) && counts.get(collisionKey(name)) === 1;
    return { ...file, path: isFree ? name : distinct(name, file.artifact_id) };
  });
}

function shownName({ filename, slug, version }: Unnamed): string {
  return safeFilename(filename ?? `${slug}-${version}`);
}

const ID = /~[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** Whether a name may be the one that `distinct` gives to another file. */
function hasId(name: string): boolean {
  return ID.test(collisionKey(name));
}

/** Adds the id of the file, which no other file has. Cuts the name before it to make room. */
function distinct(name: string, artifactId: string): string {
  const { ext } = parse(name);
  const kept = Buffer.byteLength(ext) <= LONGEST_EXTENSION_BYTES ? ext : '';
  const stem = Buffer.from(name.slice(0, name.length - kept.length));
  const end = `~${artifactId}${kept}`;
  const room = stem.subarray(0, LONGEST_BYTES - Buffer.byteLength(end));
  // As for a part of a stream, the decoder leaves out a character whose end is missing.
  return safeFilename(`${new TextDecoder().decode(room, { stream: true })}${end}`);
}
