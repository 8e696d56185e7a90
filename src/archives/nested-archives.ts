import type { ArchiveFormat } from '../registry/archives.js';
import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { memorySource } from './byte-source.js';
import { createCursor } from './cursor.js';
import { ArchiveFault, quotePath, type RejectionCode, refuse } from './fault.js';
import type { ArchiveJob, SharedParts } from './job.js';
import { NO_SCRIPTS } from './run-scripts.js';
import { inspectZip } from './zip/inspect-zip.js';

/** How far an archive lies within others, and what they leave it of memory. */
interface Level {
  readonly depth: number;
  readonly freeBytes: number;
}

/**
 * Faults by which a file within the archive is only not the plain ZIP that it begins as: a save, a
 * container of a game, an array of numbers. A person looks at it. Attacks refuse the upload all the same.
 */
const FORMAT_FAULTS: ReadonlySet<RejectionCode> = new Set([
  'archive_validation_failed',
  'zip64_not_supported',
  'zip_central_directory_too_large',
]);

const OUTERMOST: Level = { depth: 0, freeBytes: ARCHIVE_LIMITS.nestedMemoryBytes };

/**
 * The job of inspecting an archive with all that lies in it. ZIPs within it are inspected alike, to
 * depth 3; what lies deeper, is too large for the memory or is another archive goes to review.
 */
export function createArchiveJob(
  parts: SharedParts,
  container: ArchiveFormat,
  level: Level = OUTERMOST,
): ArchiveJob {
  return {
    ...parts,
    container,
    scripts: NO_SCRIPTS,
    fit() {},
    nestedBytes: level.depth < ARCHIVE_LIMITS.nestedDepth ? level.freeBytes : 0,
    nested: (path, archive) =>
      inspectNested(path, archive, parts, {
        depth: level.depth + 1,
        freeBytes: level.freeBytes - archive.length,
      }),
  };
}

async function inspectNested(
  path: string,
  archive: Uint8Array,
  parts: SharedParts,
  level: Level,
): Promise<void> {
  const source = memorySource(archive);
  const cursor = createCursor(await source.read(), source.sizeBytes);
  const container = path.toLowerCase().endsWith('.jar') ? 'jar' : 'zip';
  try {
    await inspectZip(source, cursor, createArchiveJob(parts, container, level));
  } catch (failure) {
    if (!(failure instanceof ArchiveFault)) throw failure;
    const { code, message, about } = failure;
    // A library may be a jar without content; only the upload itself has to hold something.
    if (code === 'archive_empty') return;
    const outer = about.path === undefined ? path : `${path}/${about.path}`;
    if (FORMAT_FAULTS.has(code)) {
      parts.findings.review('nested_archive_not_inspected', { path });
      return;
    }
    refuse(code, `within ${quotePath(path)}: ${message}`, { ...about, path: outer });
  }
}
