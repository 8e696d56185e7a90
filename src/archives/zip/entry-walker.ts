import { type ContentCheck, openContentCheck } from '../content-check.js';
import type { Cursor } from '../cursor.js';
import type { ArchiveJob } from '../job.js';
import type { Directory, Entry } from './central-directory.js';
import { DEFLATED } from './entry-method.js';
import { createInflater, inflateShort, SHORT_BYTES } from './inflate.js';
import { hasDescriptor, takeDescriptor, takeLocalHeader } from './local-header.js';
import { createRecordSearch } from './record-search.js';

/**
 * Walks through the entries of a ZIP from byte 0 to the central directory and unpacks each. Rejects
 * any byte that the directory does not account for. Passes valid nested archives to `job.nested`,
 * one at a time. The cursor must be at byte 0. Spec 4.4.
 */
export async function walkEntries(
  cursor: Cursor,
  directory: Directory,
  job: ArchiveJob,
): Promise<void> {
  const { inFileOrder } = directory;
  for (const [i, entry] of inFileOrder.entries()) {
    const turn = job.pace();
    if (turn) await turn;
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
  const { sizeBytes, crc32 } = entry;
  const form = entry.method === DEFLATED ? 'packed' : 'stored';
  const otherPaths = otherPathsOf(entry);
  const check = openContentCheck({ path, otherPaths, sizeBytes, crc32, form }, job);
  try {
    if (entry.method === DEFLATED) await inflate(cursor, entry, check);
    else if (hasDescriptor(entry)) await copySearched(cursor, entry, check, job);
    else await copy(cursor, entry, (piece) => check.write(piece));
    return await check.end();
  } catch (failure) {
    check.abandon();
    throw failure;
  }
}

function otherPathsOf({ path, readings, legacy }: Entry): readonly string[] | undefined {
  if (!readings && !legacy) return undefined;
  const paths = new Set([...(readings ?? []), ...(legacy?.() ?? [])]);
  paths.delete(path);
  return [...paths];
}

async function copy(cursor: Cursor, entry: Entry, write: ContentCheck['write']): Promise<void> {
  for await (const piece of cursor.pieces(entry.compressedBytes)) {
    const held = write(piece);
    if (held) await held;
  }
}

/**
 * Copies a stored content whose size follows it. Programs that read a ZIP as a stream search such a
 * content for its end. So records of a ZIP inside it go to review.
 */
async function copySearched(
  cursor: Cursor,
  entry: Entry,
  check: ContentCheck,
  { findings }: ArchiveJob,
): Promise<void> {
  const search = createRecordSearch();
  await copy(cursor, entry, (piece) => {
    search.take(piece);
    return check.write(piece);
  });
  if (!search.hasFound()) return;
  const about = { path: entry.path, finding: 'entries_in_content' } as const;
  findings.review('nested_archive_not_inspected', about);
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
