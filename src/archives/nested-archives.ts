import type { ArchiveFormat } from '../registry/archives.js';
import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { memorySource } from './byte-source.js';
import { createCursor } from './cursor.js';
import { ArchiveFault, quotePath, type RejectionCode, refuse } from './fault.js';
import type { ArchiveJob, SharedParts } from './job.js';
import { NO_SCRIPTS } from './run-scripts.js';
import { inspectZip } from './zip/inspect-zip.js';

/** The nesting depth of an archive, and the memory left for it. */
interface Level {
  readonly depth: number;
  readonly freeBytes: number;
}

/**
 * Faults that only mean that a nested file is not a plain ZIP: for example a save, a game container
 * or an array of numbers. It goes to review. Attacks still reject the upload.
 */
const FORMAT_FAULTS: ReadonlySet<RejectionCode> = new Set([
  'archive_validation_failed',
  'zip64_not_supported',
  'zip_central_directory_too_large',
]);

const OUTERMOST: Level = { depth: 0, freeBytes: ARCHIVE_LIMITS.nestedMemoryBytes };

/**
 * Creates the job of an archive with its nested archives. Nested ZIPs are inspected the same way to
 * depth 3. Deeper ones, ones too large for the memory and other formats go to review.
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
    // A library may be an empty jar. Only the upload itself must have content.
    if (code === 'archive_empty') return;
    const outer = about.path === undefined ? path : `${path}/${about.path}`;
    if (FORMAT_FAULTS.has(code)) {
      parts.findings.review('nested_archive_not_inspected', { path });
      return;
    }
    refuse(code, `within ${quotePath(path)}: ${message}`, { ...about, path: outer });
  }
}
