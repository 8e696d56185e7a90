import type { ArchiveFormat, ArchiveFormatRow } from '../registry/archives.js';
import type { RefusalCode } from '../registry/findings.js';
import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { type About, ArchiveFault, type Findings, quotePath, refuse } from './findings.js';
import type { ArchiveJob, SharedParts } from './inspection.js';
import { NO_SCRIPTS } from './run-scripts.js';
import { type ByteSource, createStreamReader, memorySource, readSlice } from './stream-reader.js';
import { inspectZip } from './zip/inspect-zip.js';

/** The nesting depth of an archive, and the memory left for it. */
interface Level {
  readonly depth: number;
  readonly freeBytes: number;
}

/**
 * Faults that only mean that a nested file is not a plain ZIP: for example a save, a game container
 * such as `.pk3`, or the `.npz` of NumPy. Such a file goes to review. Other faults, such as
 * attacks, reject the upload.
 */
const FORMAT_FAULTS: ReadonlySet<RefusalCode> = new Set([
  'archive_validation_failed',
  'zip64_not_supported',
  'zip_central_directory_too_large',
]);

const OUTERMOST: Level = { depth: 0, freeBytes: ARCHIVE_LIMITS.nestedMemoryBytes };

/**
 * Creates the job of an archive with its nested archives. Nested ZIPs are inspected the same way to
 * the depth `ARCHIVE_LIMITS.nestedDepth`. Deeper ones, those too large for the memory, and nested
 * archives of other formats go to review.
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
    packFolder: null,
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
  const reader = createStreamReader(await source.read(), source.sizeBytes);
  const container = path.toLowerCase().endsWith('.jar') ? 'jar' : 'zip';
  try {
    const inner = {
      ...parts,
      findings: within(parts.findings, path),
      ...(parts.files ? { files: parts.files.within(path) } : {}),
    };
    await inspectZip(source, reader, createArchiveJob(inner, container, level));
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

/** The same findings, for the entries of a nested archive: their paths begin with its own. */
function within(findings: Findings, outer: string): Findings {
  const pathOf = (inner: string | undefined) => (inner === undefined ? outer : `${outer}/${inner}`);
  return {
    ...findings,
    review: (reason, about: About = {}) =>
      findings.review(reason, { ...about, path: pathOf(about.path) }),
    applyVerdict: (verdict, extent, path) => findings.applyVerdict(verdict, extent, pathOf(path)),
  };
}

const TAR_BYTES = 512;
const TAR_CHECKSUM = { at: 148, bytes: 8 } as const;
const ISO = { at: 0x8001, magic: 'CD001' } as const;
const ZIP_END = { signature: 0x06054b50, bytes: 22, commentBytes: 0xffff } as const;

/**
 * Rejects an archive that is also a tar or an ISO image, or a 7z or RAR that is also a ZIP.
 * Programs that detect the format by the bytes, such as the `tar` of Windows and macOS, would
 * unpack files that were never inspected. Throws ArchiveFault.
 */
export async function refusePolyglot(
  source: ByteSource,
  structure: ArchiveFormatRow['structure'],
): Promise<void> {
  const { sizeBytes } = source;
  const head = await readSlice(source, 0, Math.min(TAR_BYTES, sizeBytes));
  if (isTar(head)) refuseSecondFormat('tar');
  if (sizeBytes > ISO.at + ISO.magic.length) {
    const magic = await readSlice(source, ISO.at, ISO.at + ISO.magic.length);
    if (magic.toString('latin1') === ISO.magic) refuseSecondFormat('ISO 9660');
  }
  if (structure === 'zip') return;
  const start = Math.max(0, sizeBytes - ZIP_END.bytes - ZIP_END.commentBytes);
  if (endsAsZip(await readSlice(source, start, sizeBytes))) refuseSecondFormat('ZIP');
}

/**
 * Old versions of tar have only this checksum: the sum of the header's bytes, with blanks in its
 * own field.
 */
function isTar(head: Buffer): boolean {
  if (head.length < TAR_BYTES) return false;
  const { at, bytes } = TAR_CHECKSUM;
  const field = /^ *([0-7]+)[ \0]*$/.exec(head.toString('latin1', at, at + bytes))?.[1];
  if (field === undefined) return false;
  let sum = 0x20 * bytes;
  for (const [i, byte] of head.entries()) if (i < at || i >= at + bytes) sum += byte;
  return sum === Number.parseInt(field, 8);
}

/** Whether there is an end record whose comment ends exactly at the end. */
function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.length - ZIP_END.bytes; at >= 0; at--) {
    const endsHere = at + ZIP_END.bytes + tail.readUInt16LE(at + 20) === tail.length;
    if (endsHere && tail.readUInt32LE(at) === ZIP_END.signature) return true;
  }
  return false;
}

function refuseSecondFormat(format: string): never {
  refuse('archive_validation_failed', `the archive can also be read as ${format}`, {
    finding: 'second_format',
    values: { format },
  });
}
