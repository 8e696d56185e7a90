import { type ContentCheck, openContentCheck } from '../content-check.js';
import { aboutEntry, refuse } from '../findings.js';
import type { ArchiveJob, ValidArchive } from '../inspection.js';
import { countContents, packFolderOf } from '../listing.js';
import type { ByteSource, StreamReader } from '../stream-reader.js';
import { type Directory, type Entry, readDirectory } from './central-directory.js';
import { readEndRecord } from './end-record.js';
import { DEFLATED } from './entry-method.js';
import { createInflater, inflateAtOnce, SHORT_BYTES } from './inflate.js';
import { hasDescriptor, takeDescriptor, takeLocalHeader } from './local-header.js';
import { readScripts } from './read-scripts.js';
import { createRecordSearch } from './record-search.js';

/**
 * Walks through the entries of a ZIP from byte 0 to the central directory and unpacks each. Rejects
 * any byte that the directory does not account for. Passes valid nested archives to `job.nested`,
 * one at a time. The reader must be at byte 0. Spec 4.4.
 */
async function walkEntries(
  reader: StreamReader,
  directory: Directory,
  job: ArchiveJob,
): Promise<void> {
  const { inFileOrder } = directory;
  for (const [i, entry] of inFileOrder.entries()) {
    const turn = job.pace();
    if (turn) await turn;
    const next = inFileOrder[i + 1]?.start ?? directory.end;
    const { path } = entry;
    const header = await takeLocalHeader(reader, entry, path, next);
    const archive = await takeContent(reader, entry, path, job);
    if (archive) await job.nested(path, archive);
    await takeDescriptor(reader, entry, header, next);
  }
}

async function takeContent(
  reader: StreamReader,
  entry: Entry,
  path: string,
  job: ArchiveJob,
): Promise<Uint8Array | null> {
  const { sizeBytes, crc32 } = entry;
  const form = entry.method === DEFLATED ? 'packed' : 'stored';
  const otherPaths = otherPathsOf(entry);
  const check = openContentCheck({ path, otherPaths, sizeBytes, crc32, form }, job);
  try {
    if (entry.method === DEFLATED) await inflate(reader, entry, check);
    else if (hasDescriptor(entry)) await copySearched(reader, entry, check, job);
    else await copy(reader, entry, (piece) => check.write(piece));
    return await check.end();
  } catch (failure) {
    check.abandon();
    throw aboutEntry(failure, path);
  }
}

function otherPathsOf({ path, readings, legacy }: Entry): readonly string[] | undefined {
  if (!readings && !legacy) return undefined;
  const paths = new Set([...(readings ?? []), ...(legacy?.() ?? [])]);
  paths.delete(path);
  return [...paths];
}

async function copy(
  reader: StreamReader,
  entry: Entry,
  write: ContentCheck['write'],
): Promise<void> {
  for await (const piece of reader.pieces(entry.compressedBytes)) {
    const pending = write(piece);
    if (pending) await pending;
  }
}

/**
 * Copies a stored content whose size follows it. Programs that read a ZIP as a stream search such a
 * content for its end. So records of a ZIP inside it go to review.
 */
async function copySearched(
  reader: StreamReader,
  entry: Entry,
  check: ContentCheck,
  { findings }: ArchiveJob,
): Promise<void> {
  const search = createRecordSearch();
  await copy(reader, entry, (piece) => {
    search.take(piece);
    return check.write(piece);
  });
  if (!search.hasFound()) return;
  const about = { path: entry.path, finding: 'entries_in_content' } as const;
  findings.review('nested_archive_not_inspected', about);
}

async function inflate(reader: StreamReader, entry: Entry, check: ContentCheck): Promise<void> {
  if (entry.compressedBytes <= SHORT_BYTES && entry.sizeBytes <= SHORT_BYTES) {
    const pending = check.write(
      inflateAtOnce(await reader.take(entry.compressedBytes), entry.sizeBytes),
    );
    if (pending) await pending;
    return;
  }
  const inflater = createInflater((piece) => check.write(piece));
  try {
    for await (const piece of reader.pieces(entry.compressedBytes)) await inflater.write(piece);
    await inflater.end();
  } finally {
    inflater.close();
  }
}

/**
 * Inspects a ZIP: its directory by ranges, then its entries and contents in one pass of the reader
 * from byte 0. Returns the number, size and paths of its files. Throws ArchiveFault; an entry that
 * only needs a review becomes a finding of `job`. Spec 4.4.
 */
export async function inspectZip(
  source: ByteSource,
  reader: StreamReader,
  job: ArchiveJob,
): Promise<ValidArchive> {
  const end = await readEndRecord(source);
  const size = { headerBytes: end.directoryBytes, entries: end.entryCount };
  job.fit({ ...size, unpackedBytes: Number.POSITIVE_INFINITY });
  const directory = await readDirectory(source, end, job);
  const count = countContents();
  for (const entry of directory.entries) {
    job.guard.admit(entry.path, entry.compressedBytes, entry.sizeBytes);
    if (entry.isFile) count.add(entry.path, entry.sizeBytes);
  }
  const contents = count.contents();
  job.fit({ ...size, unpackedBytes: contents.totalSizeBytes });
  const scripts = await readScripts(source, directory, job.policy);
  const packFolder = packFolderOf(directory.entries.filter(({ isFile }) => isFile));
  await walkEntries(reader, directory, { ...job, scripts, packFolder });
  if (contents.totalSizeBytes === 0)
    refuse('archive_empty', 'no file in the archive has any content');
  return { contents };
}
