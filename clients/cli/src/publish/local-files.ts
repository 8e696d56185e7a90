import { realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { glob } from 'tinyglobby';
import { failure } from '../failure.js';
import { presentAt } from '../install/installed-file.js';
import { texts } from '../language.js';
import type { LoadedManifest } from './manifest.js';

/** A file to publish. */
export interface LocalFile {
  /** The absolute path, without symbolic links. */
  readonly path: string;
  /** Its name in the catalog. */
  readonly filename: string;
  readonly kind: 'main' | 'optional';
  /** Null for a file without a label. */
  readonly label: string | null;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Finds and digests the files of a manifest. Throws `manifest_invalid` if a pattern does not match
 * exactly one file, or unless exactly one file has the kind `main`. Throws the errors of
 * `digested`.
 */
export async function localFiles(
  { folder, files }: LoadedManifest,
  signal: AbortSignal,
): Promise<readonly LocalFile[]> {
  const found: LocalFile[] = [];
  for (const { path: pattern, name, kind, label } of files) {
    const path = await onlyMatch(folder, pattern);
    const file = await digested(path, signal);
    found.push({ ...file, filename: name ?? basename(path), kind, label: label ?? null });
  }
  if (found.filter(({ kind }) => kind === 'main').length !== 1) {
    throw failure('manifest_invalid', { file: folder, reason: ONE_MAIN });
  }
  return found;
}

/**
 * The path, size and digest of one file. Follows links, because the user named the file. Throws
 * `file_unusable` for anything but a regular file, system errors, and the reason of an aborted
 * signal.
 */
export async function digested(
  path: string,
  signal: AbortSignal,
): Promise<Pick<LocalFile, 'path' | 'sha256' | 'sizeBytes'>> {
  const real = await realFile(path);
  const present = await presentAt(real, signal);
  if (present.kind !== 'file') throw failure('file_unusable', { file: path, reason: NO_FILE });
  return { path: real, sha256: present.sha256, sizeBytes: present.sizeBytes };
}

async function realFile(path: string): Promise<string> {
  const real = await realpath(path);
  if (!(await stat(real)).isFile()) throw failure('file_unusable', { file: path, reason: NO_FILE });
  return real;
}

async function onlyMatch(folder: string, pattern: string): Promise<string> {
  const isPattern = /[*?[\]{}]/.test(pattern);
  if (!isPattern) return resolve(folder, pattern);
  const found = await glob(pattern.replaceAll('\\', '/'), { cwd: folder, absolute: true });
  const [only, ...others] = found.toSorted();
  if (only === undefined) throw failure('manifest_invalid', { file: pattern, reason: NO_MATCH });
  if (others.length === 0) return only;
  const names = found.map((one) => basename(one)).join(', ');
  throw failure('manifest_invalid', { file: pattern, reason: MANY_MATCHES(names) });
}

const ONE_MAIN = texts({
  en: 'exactly one file must have the kind "main"',
  de: 'genau eine Datei muss die Art "main" haben',
  ru: 'ровно у одного файла должен быть вид "main"',
});
const NO_FILE = texts({ en: 'it is not a file', de: 'es ist keine Datei', ru: 'это не файл' });
const NO_MATCH = texts({
  en: 'no file matches. Build the mod first.',
  de: 'keine Datei passt. Die Mod zuerst bauen.',
  ru: 'нет подходящего файла. Сначала соберите мод.',
});
const MANY_MATCHES = (names: string) =>
  texts({
    en: `several files match: ${names}. Make the pattern narrower.`,
    de: `mehrere Dateien passen: ${names}. Das Muster enger fassen.`,
    ru: `подходит несколько файлов: ${names}. Уточните шаблон.`,
  });
