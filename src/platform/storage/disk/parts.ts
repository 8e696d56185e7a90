import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { hasSystemCode } from '../../error-code.js';
import { ObjectMissing, PartMismatch, type StoredPart } from '../storage.port.js';
import { readTransient } from './copy-exactly.js';
import {
  readJson,
  syncDirectory,
  unlessAbsent,
  type Written,
  withFile,
  writeFully,
  writeJson,
} from './files.js';

/** The sizes with which a multipart upload was opened. */
export interface PartPlan {
  readonly sizeBytes: number;
  readonly partSizeBytes: number;
}

/** The part in a signed URL. */
export interface PartRequest {
  readonly partNumber: number;
  readonly sizeBytes: number;
}

const PartMeta = z.object({ etag: z.string(), sizeBytes: z.number(), storedAt: z.coerce.date() });

/** A stored part and its time. An upload stays alive while parts arrive. */
export interface DatedPart extends StoredPart {
  readonly storedAt: Date;
}

/** The number of parts in a plan. */
export const partCount = (plan: PartPlan): number => Math.ceil(plan.sizeBytes / plan.partSizeBytes);

/**
 * The offset of a part in the object. Throws `PartMismatch` if the plan has no such part of this
 * size.
 */
export function partOffset(plan: PartPlan, part: PartRequest): number {
  const offset = (part.partNumber - 1) * plan.partSizeBytes;
  const expected = Math.min(plan.partSizeBytes, plan.sizeBytes - offset);
  if (part.partNumber < 1 || expected <= 0 || part.sizeBytes !== expected) {
    throw new PartMismatch('the upload has no such part of this size');
  }
  return offset;
}

/** A completely received part in a separate file. */
export interface ReceivedPart extends Written {
  readonly path: string;
}

/**
 * Copies a received part to its offset in the upload's file and returns its quoted MD5. The file
 * `N.writing` marks a part as invalid from before its first changed byte until all bytes are on
 * disk. The upload's file is closed before the part is valid again. If the copy fails, the upload
 * has no part of this number. Throws `PartMismatch` (`partOffset`), `ObjectMissing` if the upload has
 * ended, and other system errors, such as that of a full disk.
 */
export async function placePart(
  upload: { readonly directory: string; readonly plan: PartPlan },
  part: PartRequest,
  received: ReceivedPart,
  clock: Clock,
): Promise<string> {
  const offset = partOffset(upload.plan, part);
  const parts = join(upload.directory, 'parts');
  const stored = join(parts, `${part.partNumber}.json`);
  const writing = join(parts, `${part.partNumber}.writing`);
  try {
    await withFile(writing, 'w', async () => undefined);
    return await removeOnFailure([stored, writing], async () => {
      await syncDirectory(parts);
      const data = join(upload.directory, 'object', 'data');
      await withFile(data, 'r+', (file) => copyInto(file, received.path, offset));
      const etag = `"${received.md5}"`;
      const { sizeBytes } = received;
      const meta: z.infer<typeof PartMeta> = { etag, sizeBytes, storedAt: clock.now() };
      await writeJson(writing, meta);
      await rename(writing, stored);
      await syncDirectory(parts);
      return etag;
    });
  } catch (error) {
    throw hasSystemCode(error, 'ENOENT')
      ? new ObjectMissing('the multipart upload has ended')
      : error;
  }
}

async function copyInto(file: FileHandle, from: string, offset: number): Promise<void> {
  let at = offset;
  for await (const chunk of readTransient(await open(from, 'r'))) {
    await writeFully(file, chunk, at);
    at += chunk.length;
  }
  await file.datasync();
}

// The order of paths matters: the `writing` mark must go last.
async function removeOnFailure<T>(paths: string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const path of paths) await rm(path, { force: true });
    throw error;
  }
}

/** The valid parts in order; empty if the upload has just ended. */
export async function readParts(directory: string): Promise<DatedPart[]> {
  const names = new Set(await unlessAbsent(readdir(join(directory, 'parts'))));
  const numbers = [...names].flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []);
  const settled = numbers.filter((number) => !names.has(`${number}.writing`)).map(Number);
  const parts = await Promise.all(
    settled.map(async (partNumber) => {
      const meta = await readJson(join(directory, 'parts', `${partNumber}.json`), PartMeta);
      return meta === null ? [] : [{ partNumber, ...meta }];
    }),
  );
  return parts.flat().sort((a, b) => a.partNumber - b.partNumber);
}
