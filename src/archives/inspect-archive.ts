import { openHasher } from '../platform/hashing/open-hasher.js';
import { type Log, silentLog } from '../platform/log.js';
import type { Scanner, Verdict } from '../platform/scanner/scanner.port.js';
import { readLater } from '../platform/storage/byte-streams.js';
import { ARCHIVE_FORMATS, type ArchiveFormatRow } from '../registry/archives.js';
import { contentPolicyOf } from '../registry/contents.js';
import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { createBombGuard } from './bomb-guard.js';
import { openScan } from './content-check.js';
import type { FileList } from './file-list.js';
import { ArchiveFault, createFindings, type Findings, NeedsReview, refuse } from './findings.js';
import { acceptsMediaType, formatOf, hasMagic, MAGIC_BYTES } from './formats.js';
import type { Expectation, Inspection, Inspector, ObjectJob, ValidArchive } from './inspection.js';
import { mismatchOf, outcomeOf, type Structure } from './inspection-outcome.js';
import {
  INSPECTION_BUDGETS,
  type InspectionMemory,
  LARGEST_STRUCTURE_COST,
  type MemoryShare,
  structureCost,
} from './memory-budget.js';
import { createArchiveJob, refusePolyglot } from './nested-archives.js';
import { createPace } from './pace.js';
import { inspectRar } from './rar/inspect-rar.js';
import { inspectSevenZip } from './seven-zip/inspect-seven-zip.js';
import {
  type ByteSource,
  createStreamReader,
  readSlice,
  type StreamReader,
} from './stream-reader.js';
import { inspectZip } from './zip/inspect-zip.js';

const INSPECTORS: Readonly<Record<ArchiveFormatRow['structure'], Inspector>> = {
  zip: inspectZip,
  '7z': inspectSevenZip,
  rar: inspectRar,
};

/** The resources of an inspection. Default: the memory of the process, no log and no signal. */
export interface InspectionSetting {
  readonly memory?: InspectionMemory;
  readonly signal?: AbortSignal;
  readonly log?: Log;
  /** Collects the files of the archive and their digests; absent if the caller needs no list. */
  readonly files?: FileList;
}

/**
 * Inspects an uploaded archive in bounded memory: waits for a share for the largest structure, and
 * shrinks it as soon as the real one is known. It reads small ranges at both ends, then all bytes
 * once. For 7z and RAR it reads the contents once more to unpack them. It does all of this a second
 * time for malware without a known entry. Of several faults it reports the first of: size, SHA-256,
 * other digests, malware, format, structure, review. The outcome does not depend on the chunks.
 * Rethrows errors of the store and the scanner, and the reason of the signal; then nothing is
 * decided. Spec 4.4.
 */
export async function inspectArchive(
  source: ByteSource,
  expected: Expectation,
  scanner: Scanner,
  setting: InspectionSetting = {},
): Promise<Inspection> {
  const inspection = await inspectOnce(source, expected, scanner, setting);
  const { outcome } = inspection;
  if (outcome.kind !== 'infected' || outcome.findings.every(({ path }) => path !== undefined)) {
    return inspection;
  }
  // Only the scan of the whole object found it. Another pass finds the entry for the creator.
  const { files: _, ...rest } = setting;
  const again = await inspectOnce(source, expected, withoutSkips(scanner), rest);
  if (again.outcome.kind !== 'infected') return inspection;
  return { ...inspection, outcome: { ...outcome, findings: again.outcome.findings } };
}

/** Scanners may skip stored files, because the scan of the object sees their bytes. */
function withoutSkips(scanner: Scanner): Scanner {
  return {
    engine: () => scanner.engine(),
    open: (content) =>
      scanner.open(content.form === 'stored' ? { ...content, form: 'packed' } : content),
    ping: () => scanner.ping(),
  };
}

async function inspectOnce(
  source: ByteSource,
  expected: Expectation,
  scanner: Scanner,
  { memory = INSPECTION_BUDGETS, signal, log = silentLog, files }: InspectionSetting,
): Promise<Inspection> {
  const share = await memory.structure.reserve(LARGEST_STRUCTURE_COST, signal);
  try {
    const findings = createFindings();
    const parts = { scanner, findings, memory, share, signal, log, files };
    const job = objectJob(source, expected, parts);
    const pass = await passOver(source, expected, job);
    const mismatch = mismatchOf(pass.taken, expected);
    if (mismatch) return { ...pass.taken, outcome: mismatch };
    const structure = await settleStructure(pass.walked);
    // Each file of the archive was scanned separately. So a scanner that cannot take the whole
    // object has still seen all of it.
    const isCovered = !(structure instanceof Error);
    if (isCovered) files?.finish();
    const isLarge = source.sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes;
    findings.applyVerdict(pass.verdict, isCovered && isLarge ? 'large' : 'whole');
    return { ...pass.taken, outcome: outcomeOf(structure, findings) };
  } finally {
    share.release();
  }
}

interface Pass {
  readonly taken: Omit<Inspection, 'outcome'>;
  readonly verdict: Verdict;
  /** Null if the size is not the expected one. */
  readonly walked: ValidArchive | ArchiveFault | NeedsReview | null;
}

/** Reads the whole object once: digests, the scan of the whole, and the walk of the format. */
async function passOver(source: ByteSource, expected: Expectation, job: ObjectJob): Promise<Pass> {
  const { sizeBytes } = source;
  const { sha512, sha1 } = expected;
  const chunks = readLater(() => source.read());
  const scan = openScan(job.scanner, { sizeBytes, form: 'object' });
  const hasher = openHasher(sizeBytes, { sha512: sha512 !== undefined, sha1: sha1 !== undefined });
  const reader = createStreamReader(chunks, sizeBytes, async (chunk) => {
    await Promise.all([hasher.update(chunk), scan.write(chunk)]);
    await job.pace();
  });
  try {
    const walked =
      sizeBytes === expected.sizeBytes ? await walk(source, reader, expected, job) : null;
    await reader.drain();
    const [verdict, digests] = await Promise.all([scan.end(), hasher.end()]);
    return { walked, verdict, taken: { sizeBytes, ...digests } };
  } finally {
    scan.abandon();
    await hasher.close();
    await reader.close();
  }
}

function walk(
  source: ByteSource,
  reader: StreamReader,
  expected: Expectation,
  job: ObjectJob,
): Promise<ValidArchive | ArchiveFault | NeedsReview> {
  return concluding(async () => {
    const format = formatOf(expected.filename);
    if (!format) refuse('unsupported_archive_extension', 'the extension is not accepted');
    const head = await readSlice(source, 0, Math.min(MAGIC_BYTES, source.sizeBytes));
    if (!hasMagic(format, head))
      refuse('archive_magic_mismatch', `the content is not a ${format} archive`);
    if (!acceptsMediaType(format, expected.contentType)) {
      refuse('archive_mime_mismatch', `the declared content type does not match ${format}`);
    }
    const { structure } = ARCHIVE_FORMATS[format];
    await refusePolyglot(source, structure);
    return INSPECTORS[structure](source, reader, job);
  });
}

/** Completes the structure after the digests have matched. */
async function settleStructure(walked: Pass['walked']): Promise<Structure> {
  if (walked === null) throw new Error('the expected bytes were not walked through');
  if (walked instanceof Error) return walked;
  return concluding(async () => {
    await walked.unpack?.();
    return walked.contents;
  });
}

/** Returns faults of the archive as results and rethrows all other errors. */
async function concluding<T>(work: () => Promise<T>): Promise<T | ArchiveFault | NeedsReview> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof ArchiveFault || failure instanceof NeedsReview) return failure;
    throw failure;
  }
}

interface JobParts {
  readonly scanner: Scanner;
  readonly findings: Findings;
  readonly memory: InspectionMemory;
  readonly share: MemoryShare;
  readonly signal: AbortSignal | undefined;
  readonly log: Log;
  readonly files: FileList | undefined;
}

function objectJob(source: ByteSource, expected: Expectation, parts: JobParts): ObjectJob {
  const { scanner, findings, memory, share, signal, log, files } = parts;
  const guard = createBombGuard(source.sizeBytes);
  const { game = null, loaders = [], allowed = [] } = expected;
  const policy = contentPolicyOf({ game, loaders, allowed });
  const container = formatOf(expected.filename) ?? 'zip';
  return {
    ...createArchiveJob(
      { scanner, findings, guard, policy, pace: createPace(), ...(files ? { files } : {}) },
      container,
    ),
    fit: (size) => share.shrink(structureCost(size)),
    decoders: memory.decoders,
    signal,
    log,
  };
}
