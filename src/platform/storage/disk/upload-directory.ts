import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { quoted } from '../../http/headers.js';
import { ObjectMissing, PartMismatch, type StoredPart } from '../storage.port.js';
import { readJson } from './files.js';
import { nameOf } from './object-directory.js';
import { partCount, partOffset, readParts } from './parts.js';

/** The facts of a new multipart upload, stored in `upload.json`. */
export const Upload = z.object({
  /** Absent from uploads that an earlier release opened. */
  key: z.string().optional(),
  contentType: z.string(),
  sizeBytes: z.number().int().positive(),
  partSizeBytes: z.number().int().positive(),
  createdAt: z.coerce.date(),
});

/** An upload that was found on disk. */
export interface FoundUpload {
  readonly directory: string;
  readonly plan: z.infer<typeof Upload>;
}

/** A part as named in a completion. */
export type NamedPart = Pick<StoredPart, 'partNumber' | 'etag'>;

/** The name suffix of an upload during its completion. */
export const SEALED = '.sealed';

const ID = /^[0-9a-f-]{36}$/;

/** The name prefix of all uploads to a key. */
export const prefixOf = (key: string): string => `${nameOf(key)}.`;

/**
 * The directory of an open upload, whether or not it exists. Throws `ObjectMissing` if the id is
 * malformed.
 */
export function uploadPath(folder: string, key: string, id: string): string {
  if (!ID.test(id)) throw new ObjectMissing('there is no such multipart upload');
  return join(folder, prefixOf(key) + id);
}

/** Finds an upload that accepts parts. Throws `ObjectMissing` if it is sealed or has ended. */
export function findOpen(path: string): Promise<FoundUpload> {
  return findIn([path]);
}

/**
 * Finds an upload, open or sealed, by the path of its open state. Throws `ObjectMissing`. Never
 * write to the result, because a sealed upload is about to become an object.
 */
export function findUpload(path: string): Promise<FoundUpload> {
  return findIn([path, path + SEALED]);
}

async function findIn(directories: readonly string[]): Promise<FoundUpload> {
  for (const directory of directories) {
    const plan = await readJson(join(directory, 'upload.json'), Upload);
    if (plan !== null) return { directory, plan };
  }
  throw new ObjectMissing('there is no such multipart upload');
}

/** The key of an upload, and the time of its start or last part; null if it has just ended. */
export async function lastTouch(
  directory: string,
): Promise<{ readonly key: string | undefined; readonly touchedAt: Date } | null> {
  const plan = await readJson(join(directory, 'upload.json'), Upload);
  if (plan === null) return null;
  const times = (await readParts(directory)).map((part) => part.storedAt.getTime());
  return { key: plan.key, touchedAt: new Date(Math.max(plan.createdAt.getTime(), ...times)) };
}

/**
 * Checks that a completion names every part of the plan in order, each with its recorded ETag, and
 * that their sizes fill the object. Returns the ETag of the whole object, derived from the parts
 * like in S3. Throws `PartMismatch`.
 */
export async function checkParts(
  { directory, plan }: FoundUpload,
  named: readonly NamedPart[],
): Promise<string> {
  if (named.length !== partCount(plan)) throw new PartMismatch('not all parts are named');
  const stored = await readParts(directory);
  const whole = createHash('md5');
  for (const [index, { partNumber, etag }] of named.entries()) {
    const part = stored[index];
    if (partNumber !== index + 1 || part?.partNumber !== partNumber || part.etag !== quoted(etag)) {
      throw new PartMismatch(`part ${index + 1} is absent or another one`);
    }
    partOffset(plan, part);
    whole.update(Buffer.from(part.etag.slice(1, -1), 'hex'));
  }
  return `"${whole.digest('hex')}-${named.length}"`;
}
