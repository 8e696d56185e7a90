import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import semver from 'semver';
import { z } from 'zod';
import { hasSystemCode } from '../../platform/error-code.js';
import { parsedJson } from '../../platform/json.js';
import { readRelease } from '../../platform/release.js';
import { CommandError } from '../flags.js';
import { readSums, type Sums } from './sums.js';

/** The file that describes a backup. */
export const MANIFEST = 'manifest.json';

/** The format that this release writes, and the newest that it reads. */
export const FORMAT = 1;

/** The processor and operating system of this machine; a cluster works only on the same ones. */
export const platformName = (): string => `${process.platform}-${process.arch}`;

const Part = z.object({ files: z.int(), size_bytes: z.int() });

const Manifest = z.object({
  format: z.int(),
  release: z.string(),
  platform: z.string(),
  /** The major version of PostgreSQL. */
  postgres: z.string(),
  /** The system identifier of the database cluster. */
  cluster: z.string(),
  started_at: z.coerce.date(),
  /** The backup has the writes up to this time, and no later ones. */
  completed_at: z.coerce.date(),
  /** The first segment of the write-ahead log for the replay. */
  first_segment: z.string().regex(/^[0-9A-F]{24}$/),
  /** With `s3`, the backup has no objects. */
  objects: z.enum(['disk', 's3']),
  /** With `environment`, the backup has no encryption keys. */
  keys: z.enum(['file', 'environment']),
  parts: z.object({ database: Part, keys: Part, storage: Part }),
});

/** The description of a backup. */
export type Manifest = z.infer<typeof Manifest>;

/** A complete backup. */
export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly sums: Sums;
}

/**
 * Reads the description of a backup and the list of its files, not their contents. Throws
 * CommandError if the folder is not a complete backup, if one of the two is malformed, or if this
 * release or machine cannot use the backup. Throws other errors of the system unchanged.
 * `checkManifest` checks the digest of the description.
 */
export async function readBackup(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder);
  refuseOther(folder, manifest);
  return { folder, manifest, sums: await readSums(folder) };
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    if (hasSystemCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
  if (text === undefined) {
    const known = await backupsIn(folder).catch(() => []);
    throw new CommandError(`${folder} is not a complete backup`, {
      ...(known.length > 0 ? { help: { backups: known.map((name) => join(folder, name)) } } : {}),
    });
  }
  const value = parsedJson(text);
  const format = z.object({ format: z.int() }).safeParse(value).data?.format ?? FORMAT;
  if (format > FORMAT) throw newer(folder, `format ${format}`);
  const { data } = Manifest.safeParse(value);
  if (data) return data;
  throw new CommandError(`${join(folder, MANIFEST)} is damaged`);
}

function refuseOther(folder: string, { release, platform }: Manifest): void {
  if (semver.valid(release) === null || semver.gt(release, readRelease())) {
    throw newer(folder, `release ${release}`);
  }
  if (platform === platformName()) return;
  throw new CommandError(
    `${folder} has a database of ${platform}, and this machine is ${platformName()}`,
  );
}

function newer(folder: string, what: string): CommandError {
  return new CommandError(
    `${folder} is of ${what}, which is newer than this modport ${readRelease()}`,
  );
}

const NAME = /^\d{8}T\d{6}\.\d{3}Z$/;

/** The name of a backup that begins at a time; later names sort later. */
export const nameAt = (time: Date): string => time.toISOString().replaceAll(/[-:]/g, '');

/**
 * The names of the complete backups in a folder, the oldest first. Throws the error of the system if
 * the folder cannot be read.
 */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  const kinds = await Promise.all(names.map((name) => isFile(join(folder, name, MANIFEST))));
  return names.filter((_, at) => kinds[at]);
}

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
