import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { failure } from '../failure.js';
import { errnoText, isErrno } from '../file-errors.js';
import { type Texts, texts } from '../language.js';
import { writeAtomically } from '../write-atomically.js';
import { collisionKey, isUsableName, LOCKFILE } from './names.js';

const uuid = z.uuid();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().min(1).max(300);

/** The choice of a user, from which a plan follows. A filter that is null accepts all values. */
const request = z.strictObject({
  game_slug: text,
  game_version: text.nullable(),
  loader: text.nullable(),
  platform: text.nullable(),
  release_channel: z.enum(['release', 'beta', 'alpha']),
  include_optional: z.boolean(),
  /**
   * The selected mods. `version_id` is the version that the user pinned, or null for the newest
   * that fits.
   */
  mods: z.array(z.strictObject({ mod_id: uuid, version_id: uuid.nullable() })).max(1000),
});

/** The schema of an installed file. */
export const lockedFile = z.strictObject({
  path: z.string().refine(isUsableName),
  sha256,
  size_bytes: z.int().min(0),
  artifact_id: uuid,
  mod_id: uuid,
  slug: text,
  version_id: uuid,
  version: text,
  role: z.enum(['selected', 'required', 'optional']),
});

const lockfile = z
  .strictObject({
    lockfile_version: z.literal(1),
    /** The address of the service; it is compared and never contacted because of this file. */
    server: z.url(),
    /**
     * The id of the plan that the files come from. The request of that plan may also name versions
     * to keep, which are not in `request`.
     */
    plan_id: uuid,
    request,
    files: z.array(lockedFile).max(10_000),
  })
  .refine(hasDistinctFiles, { error: 'two files have the same name or the same id' });

/** The content of `modport.lock`: exactly which files are installed in a folder. */
export type Lockfile = z.infer<typeof lockfile>;
/** The choice of a user, from which a plan follows. A filter that is null accepts all values. */
export type LockedRequest = z.infer<typeof request>;
/** An installed file. `path` is its name in the folder. */
export type LockedFile = z.infer<typeof lockedFile>;

/** More than a lockfile with ten thousand files needs. */
const LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Reads `modport.lock` of a folder; null if it does not exist. Throws `lockfile_invalid`, and
 * `file_unusable` if it cannot be read.
 */
export async function readLockfile(folder: string): Promise<Lockfile | null> {
  return readLockfileAt(join(folder, LOCKFILE));
}

/** Reads a lockfile with any name, as `readLockfile` does. */
export async function readLockfileAt(path: string): Promise<Lockfile | null> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw failure('file_unusable', { file: path, reason: errnoText(error) });
  }
  return parseLockfile(path, content);
}

/**
 * Parses a lockfile. Users edit it, so every value is checked. `path` is for the message. Throws
 * `lockfile_invalid`.
 */
export function parseLockfile(path: string, content: string): Lockfile {
  const invalid = (reason: string | Texts) => failure('lockfile_invalid', { file: path, reason });
  if (Buffer.byteLength(content) > LIMIT_BYTES) throw invalid(TOO_LARGE);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw invalid(NO_JSON);
  }
  return checkedLockfile(value, invalid);
}

/**
 * Returns the value as a lockfile. For an invalid one, throws the error that `invalid` makes of the
 * first fault.
 */
export function checkedLockfile(value: unknown, invalid: (reason: string) => Error): Lockfile {
  const checked = lockfile.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

const TOO_LARGE = texts({ en: 'it is too large', de: 'sie ist zu groß', ru: 'он слишком велик' });
const NO_JSON = texts({ en: 'it is not JSON', de: 'sie ist kein JSON', ru: 'это не JSON' });

/** Replaces `modport.lock` of a folder in one step. Throws `file_unusable`. */
export async function writeLockfile(folder: string, content: Lockfile): Promise<void> {
  await writeAtomically(join(folder, LOCKFILE), lockfileText(content));
}

/** The text of a lockfile. Files are sorted by name, so that equal folders have equal lockfiles. */
export function lockfileText(content: Lockfile): string {
  const files = content.files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return `${JSON.stringify({ ...content, files }, null, 2)}\n`;
}

/** Whether no two files have the same id, or names that could be one file (`collisionKey`). */
function hasDistinctFiles({
  files,
}: {
  readonly files: readonly z.infer<typeof lockedFile>[];
}): boolean {
  const names = new Set(files.map(({ path }) => collisionKey(path)));
  const ids = new Set(files.map(({ artifact_id }) => artifact_id));
  return names.size === files.length && ids.size === files.length;
}
