import { z } from 'zod';
import type { ContainedFile, ContainedFiles } from '../../../../archives/file-list.js';
import type { RequestContext } from '../../../../request/context.js';

/** Stores the files of an uploaded archive for moderators. A repeated scan replaces them. */
export async function storeContents(
  ctx: RequestContext,
  uploadId: string,
  { count, isComplete, files }: ContainedFiles,
): Promise<void> {
  const stored = files.map(({ path, sizeBytes, sha256 }) => [path, sizeBytes, sha256]);
  const data = { count, isComplete, files: stored };
  await ctx.platform.db.uploadContents.upsert({
    where: { uploadId },
    create: { uploadId, ...data },
    update: data,
  });
}

/** The path, the size in bytes and the SHA-256 of each file. */
const Stored = z.array(z.tuple([z.string(), z.number(), z.string()]));

/** Reads the stored files of an uploaded archive. Throws for data in another form. */
export function filesOfStored(files: unknown): readonly ContainedFile[] {
  return Stored.parse(files).map(([path, sizeBytes, sha256]) => ({ path, sizeBytes, sha256 }));
}
