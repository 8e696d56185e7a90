import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { ObjectMissing, PartMismatch, type StoredPart } from '../storage.port.js';
import {
  hasCode,
  readJson,
  syncDirectory,
  unlessAbsent,
  withFile,
  writeBody,
  writeJson,
} from './files.js';

/** What a multipart upload was opened for. */
export interface PartPlan {
  readonly sizeBytes: number;
  readonly partSizeBytes: number;
}

/** One part as its signed URL names it. */
export interface PartRequest {
  readonly partNumber: number;
  readonly sizeBytes: number;
}

const PartMeta = z.object({ etag: z.string(), sizeBytes: z.number(), storedAt: z.coerce.date() });

/** A stored part, and when it came: an upload lives on while parts arrive. */
export interface DatedPart extends StoredPart {
  readonly storedAt: Date;
}

/** How many parts a plan has. */
export const partCount = (plan: PartPlan): number => Math.ceil(plan.sizeBytes / plan.partSizeBytes);

/** Where a part begins in the object; throws `PartMismatch` when the plan has no such part. */
export function partOffset(plan: PartPlan, part: PartRequest): number {
  const offset = (part.partNumber - 1) * plan.partSizeBytes;
  const expected = Math.min(plan.partSizeBytes, plan.sizeBytes - offset);
  if (part.partNumber < 1 || expected <= 0 || part.sizeBytes !== expected) {
    throw new PartMismatch('the upload has no such part of this size');
  }
  return offset;
}

/**
 * Writes one part at its place in the upload's file and answers its quoted MD5. The part stops
 * counting before its first byte changes and counts again when all are on disk: while `N.writing`
 * stands it does not, whatever else does. Throws `ObjectMissing` when the upload has ended.
 */
export async function writePart(
  upload: { readonly directory: string; readonly plan: PartPlan },
  part: PartRequest,
  body: AsyncIterable<Uint8Array>,
  clock: Clock,
): Promise<string> {
  const offset = partOffset(upload.plan, part);
  const parts = join(upload.directory, 'parts');
  const stored = join(parts, `${part.partNumber}.json`);
  const writing = join(parts, `${part.partNumber}.writing`);
  try {
    return await withFile(join(upload.directory, 'object', 'data'), 'r+', async (file) => {
      await withFile(writing, 'w', async () => undefined);
      return await removeOnFailure([stored, writing], async () => {
        await syncDirectory(parts);
        const { md5, sizeBytes } = await writeBody(file, body, offset);
        const etag = `"${md5}"`;
        const meta: z.infer<typeof PartMeta> = { etag, sizeBytes, storedAt: clock.now() };
        await writeJson(writing, meta);
        await rename(writing, stored);
        await syncDirectory(parts);
        return etag;
      });
    });
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? new ObjectMissing('the multipart upload has ended') : error;
  }
}

// In the order given: the mark that a part does not count goes last.
async function removeOnFailure<T>(paths: string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const path of paths) await rm(path, { force: true });
    throw error;
  }
}

/** The parts that count, in order; none when the upload has just ended. */
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
