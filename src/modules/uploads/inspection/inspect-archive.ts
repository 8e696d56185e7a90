import type { Scanner } from '../../../platform/scanner/scanner.port.js';
import { ARCHIVE_FORMATS } from '../../../registry/archives.js';
import { ARCHIVE_LIMITS } from '../../../registry/limits.js';
import { createBombGuard } from './bomb-guard.js';
import { type ByteSource, readSlice } from './byte-source.js';
import { type Cursor, createCursor } from './cursor.js';
import { createDigests } from './digests.js';
import { ArchiveFault, refuse } from './fault.js';
import { createFindings, type Findings } from './findings.js';
import { acceptsMediaType, formatOf, hasMagic, MAGIC_BYTES } from './formats.js';
import { inspectZip } from './inspect-zip.js';
import type { Expectation, Inspection } from './inspection.js';
import { openScan } from './open-scan.js';
import { outcomeOf, type Structure } from './outcome.js';

/**
 * Inspects an uploaded archive: reads a little of its ends by ranges, then all of it once, in
 * bounded memory. Of several things wrong it names the first of: size, SHA-256, another digest,
 * malware, format, structure; only then comes review. The outcome does not depend on how the
 * bytes arrive. Trouble of the store or the scanner is thrown, to be tried again. Spec 4.4.
 */
export async function inspectArchive(
  source: ByteSource,
  expected: Expectation,
  scanner: Scanner,
): Promise<Inspection> {
  const digests = createDigests(expected);
  const findings = createFindings();
  const chunks = await source.read();
  const scan = openScan(scanner, expected.filename);
  const cursor = createCursor(chunks, source.sizeBytes, (chunk) => {
    digests.update(chunk);
    return scan.write(chunk);
  });
  try {
    const structure =
      source.sizeBytes === expected.sizeBytes
        ? await inspectStructure(source, cursor, expected, scanner, findings)
        : null;
    await cursor.drain();
    // Each file of an archive was scanned by itself, so a scanner that cannot take an object of
    // this size as a whole has still seen all of it.
    const isCovered = structure !== null && !(structure instanceof ArchiveFault);
    const isLarge = source.sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes;
    findings.heed(await scan.end(), isCovered && isLarge ? 'large' : 'whole');
    const taken = { sizeBytes: source.sizeBytes, ...digests.end() };
    return { ...taken, outcome: outcomeOf(taken, expected, structure, findings) };
  } finally {
    scan.abandon();
    await cursor.close();
  }
}

async function inspectStructure(
  source: ByteSource,
  cursor: Cursor,
  expected: Expectation,
  scanner: Scanner,
  findings: Findings,
): Promise<Structure> {
  const format = formatOf(expected.filename);
  try {
    if (!format) refuse('unsupported_archive_extension', 'the extension is not accepted');
    const head = await readSlice(source, 0, Math.min(MAGIC_BYTES, source.sizeBytes));
    if (!hasMagic(format, head)) refuse('archive_magic_mismatch', `the bytes are no ${format}`);
    if (!acceptsMediaType(format, expected.contentType)) {
      refuse('archive_mime_mismatch', `the content type is not that of ${format}`);
    }
    if (ARCHIVE_FORMATS[format].structure === 'opaque') return null;
    const guard = createBombGuard(source.sizeBytes);
    const container = format === 'jar' ? 'jar' : 'zip';
    return await inspectZip(source, cursor, container, { scanner, findings, guard });
  } catch (failure) {
    if (failure instanceof ArchiveFault) return failure;
    throw failure;
  }
}
