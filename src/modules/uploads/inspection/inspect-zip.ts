import type { Scanner } from '../../../platform/scanner/scanner.port.js';
import { ARCHIVE_LIMITS } from '../../../registry/limits.js';
import type { BombGuard } from './bomb-guard.js';
import { type ByteSource, memorySource } from './byte-source.js';
import { readDirectory } from './central-directory.js';
import { type Cursor, createCursor } from './cursor.js';
import { decodeName } from './entry-name.js';
import { walkEntries } from './entry-walker.js';
import { ArchiveFault, quotePath, refuse } from './fault.js';
import type { Findings } from './findings.js';
import type { ArchiveContents } from './inspection.js';

/** What the inspections of an archive and of those within it share. */
export interface ZipJob {
  readonly scanner: Scanner;
  readonly findings: Findings;
  readonly guard: BombGuard;
}

/** How far an archive lies within others, and what they leave it of memory. */
interface Level {
  readonly depth: number;
  readonly freeBytes: number;
}

const OUTERMOST: Level = { depth: 0, freeBytes: ARCHIVE_LIMITS.nestedMemoryBytes };

/**
 * Inspects a ZIP: its directory by ranges, then its entries in one pass of the cursor, which
 * stands at byte 0. Archives within it are inspected alike, to depth 3; what lies deeper or is too
 * large for the memory goes to review. Throws ArchiveFault. Spec 4.4.
 */
export async function inspectZip(
  source: ByteSource,
  cursor: Cursor,
  container: 'zip' | 'jar',
  job: ZipJob,
  level: Level = OUTERMOST,
): Promise<ArchiveContents> {
  const directory = await readDirectory(source);
  const contents = { count: 0, totalSizeBytes: 0, paths: [] as string[] };
  for (const entry of directory.entries) {
    const path = decodeName(entry.nameBytes, entry.flags);
    job.guard.admit(path, entry.compressedBytes, entry.sizeBytes);
    if (!entry.isFile) continue;
    contents.count += 1;
    contents.totalSizeBytes += entry.sizeBytes;
    if (contents.count <= ARCHIVE_LIMITS.listedPaths) contents.paths.push(path);
  }
  const nestedBytes = level.depth < ARCHIVE_LIMITS.nestedDepth ? level.freeBytes : 0;
  await walkEntries(cursor, directory, { ...job, container, nestedBytes }, (path, archive) =>
    inspectNested(path, archive, job, {
      depth: level.depth + 1,
      freeBytes: level.freeBytes - archive.length,
    }),
  );
  return contents;
}

async function inspectNested(
  path: string,
  archive: Uint8Array,
  job: ZipJob,
  level: Level,
): Promise<void> {
  const source = memorySource(archive);
  const cursor = createCursor(await source.read(), source.sizeBytes);
  try {
    const container = path.toLowerCase().endsWith('.jar') ? 'jar' : 'zip';
    await inspectZip(source, cursor, container, job, level);
  } catch (failure) {
    if (!(failure instanceof ArchiveFault)) throw failure;
    // A library may be a jar without content; only the upload itself has to hold something.
    if (failure.code === 'archive_empty') return;
    refuse(failure.code, `within ${quotePath(path)}: ${failure.message}`);
  }
}
