import { parse } from 'node:path';
import { safeFilename } from '@modport/client';

/** Files of modport itself in a folder; no mod may have such a name. */
export const LOCKFILE = 'modport.lock';
export const STAGING = '.modport';
const RESERVED = new Set([LOCKFILE, STAGING, 'modport.toml']);

/**
 * The form in which two names are the same file on some file system: without case, and in one
 * Unicode form.
 */
export function collisionKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}

/** Whether a name can be used as it is: it stays in the folder and is no file of modport. */
export function isUsableName(name: string): boolean {
  return safeFilename(name) === name && !RESERVED.has(collisionKey(name));
}

/** A file to name. */
interface Unnamed {
  readonly artifact_id: string;
  /** The name that the service shows. */
  readonly filename: string | null;
  readonly slug: string;
  readonly version: string;
}

/**
 * Names files so that none of them leaves the folder, replaces a file of modport, or is the same
 * file as another one on any file system. The same files get the same names in every run.
 */
export function nameFiles<T extends Unnamed>(files: readonly T[]): (T & { path: string })[] {
  const wanted = files.map((file) => ({ file, name: usableName(file) }));
  const counts = new Map<string, number>();
  for (const { name } of wanted) {
    counts.set(collisionKey(name), (counts.get(collisionKey(name)) ?? 0) + 1);
  }
  return wanted.map(({ file, name }) => {
    const isShared = (counts.get(collisionKey(name)) ?? 0) > 1;
    return { ...file, path: isShared ? distinct(name, file.artifact_id) : name };
  });
}

function usableName({ filename, slug, version, artifact_id }: Unnamed): string {
  const name = safeFilename(filename ?? `${slug}-${version}`);
  return isUsableName(name) ? name : distinct(name, artifact_id);
}

/** Adds the id of the file, which no other file has. */
function distinct(name: string, artifactId: string): string {
  const { name: stem, ext } = parse(name);
  return safeFilename(`${stem.replace(/^[.]+/, '')}~${artifactId}${ext}`);
}
