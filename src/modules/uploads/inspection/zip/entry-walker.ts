import { type ContentCheck, openContentCheck } from '../content-check.js';
import type { Cursor } from '../cursor.js';
import type { ArchiveJob } from '../job.js';
import type { Directory, Entry } from './central-directory.js';
import { DEFLATED } from './entry-method.js';
import { createInflater, inflateShort, SHORT_BYTES } from './inflate.js';
import { takeDescriptor, takeLocalHeader } from './local-header.js';

/**
 * Walks through the entries of a ZIP from byte 0, where the cursor has to stand, to the central
 * directory, and unpacks each. Refuses any byte that the directory does not account for. Sound
 * archives within the archive go to `job.nested`, one at a time. Spec 4.4.
 */
export async function walkEntries(
  cursor: Cursor,
  directory: Directory,
  job: ArchiveJob,
): Promise<void> {
  const { inFileOrder } = directory;
  for (const [i, entry] of inFileOrder.entries()) {
    await job.pace();
    const next = inFileOrder[i + 1]?.start ?? directory.end;
    const { path } = entry;
    const header = await takeLocalHeader(cursor, entry, path, next);
    const archive = await takeContent(cursor, entry, path, job);
    if (archive) await job.nested(path, archive);
    await takeDescriptor(cursor, entry, header, next);
  }
}

async function takeContent(
  cursor: Cursor,
  entry: Entry,
  path: string,
  job: ArchiveJob,
): Promise<Uint8Array | null> {
  const { readings, legacy, sizeBytes, crc32 } = entry;
  const form = entry.method === DEFLATED ? 'packed' : 'stored';
  const otherPaths = readings || legacy ? [...(readings ?? []), ...(legacy ?? [])] : undefined;
  const check = openContentCheck({ path, otherPaths, sizeBytes, crc32, form }, job);
  try {
    if (entry.method === DEFLATED) await inflate(cursor, entry, check);
    else await copy(cursor, entry, check);
    return await check.end();
  } catch (failure) {
    check.abandon();
    throw failure;
  }
}

async function copy(cursor: Cursor, entry: Entry, check: ContentCheck): Promise<void> {
  for await (const piece of cursor.pieces(entry.compressedBytes)) {
    const held = check.write(piece);
    if (held) await held;
  }
}

async function inflate(cursor: Cursor, entry: Entry, check: ContentCheck): Promise<void> {
  if (entry.compressedBytes <= SHORT_BYTES && entry.sizeBytes <= SHORT_BYTES) {
    const held = check.write(
      inflateShort(await cursor.take(entry.compressedBytes), entry.sizeBytes),
    );
    if (held) await held;
    return;
  }
  const inflater = createInflater((piece) => check.write(piece));
  try {
    for await (const piece of cursor.pieces(entry.compressedBytes)) await inflater.write(piece);
    await inflater.end();
  } finally {
    inflater.close();
  }
}
