import { checkWithin, createPathSet } from '../entry-path.js';
import { type Findings, quotePath, refuse } from '../findings.js';
import type { ArchiveJob } from '../inspection.js';
import { checkFileType } from '../listing.js';
import { sortPaced } from '../pace.js';
import { type ByteSource, readSlice } from '../stream-reader.js';
import type { EndRecord } from './end-record.js';
import { checkMethod, STORED } from './entry-method.js';
import { type EntryNames, KINDS_OF_READERS, readNames } from './entry-name.js';
import { readExtraFields } from './extra-fields.js';

const SIGNATURE = 0x02014b50;
const FIXED_BYTES = 46;
/** The size of a local header without its name and extra fields. */
export const LOCAL_FIXED_BYTES = 30;

/** Encrypted, strongly encrypted, or local header masked by an encrypted directory. */
const ENCRYPTION_FLAGS = (1 << 0) | (1 << 6) | (1 << 13);

/** One entry of the central directory. */
export interface Entry extends EntryNames {
  readonly nameBytes: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  /** The offset of the local header. */
  readonly start: number;
  readonly isFile: boolean;
}

/**
 * The structure of a ZIP. Its entries begin at byte 0 and do not overlap. Bytes between two entries
 * are only found when the local headers are read.
 */
export interface Directory {
  /** In the order of the central directory. */
  readonly entries: readonly Entry[];
  /** In the order of their offsets in the file. */
  readonly inFileOrder: readonly Entry[];
  /** The end of the local entries and the start of the central directory. */
  readonly end: number;
}

/**
 * Reads the central directory of a ZIP and checks each entry's method, encryption, type and path,
 * and that no two entries overlap. Throws ArchiveFault. A name that only needs a review becomes a
 * finding of `job`. Spec 4.4.
 */
export async function readDirectory(
  source: ByteSource,
  end: EndRecord,
  job: ArchiveJob,
): Promise<Directory> {
  const { directoryStart, directoryBytes } = end;
  const directory = await readSlice(source, directoryStart, directoryStart + directoryBytes);
  const entries = await readEntries(directory, end, job);
  await checkReadings(entries, job);
  const inFileOrder = await sortPaced(entries, (a, b) => a.start - b.start, job.pace);
  checkLayout(inFileOrder, directoryStart);
  return { entries, inFileOrder, end: directoryStart };
}

/**
 * Reads all entries. A separate function, so that its path set is freed before the next one is
 * created.
 */
async function readEntries(
  directory: Buffer,
  { entryCount }: EndRecord,
  job: ArchiveJob,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const paths = createPathSet(job);
  let at = 0;
  for (let i = 0; i < entryCount; i++) {
    const { entry, attributes, recordBytes } = readEntry(directory.subarray(at));
    const { path, isFile, sizeBytes } = entry;
    paths.add(path, isFile);
    checkFileType(attributes, { path, isFile, sizeBytes, mayBePiped: true });
    entries.push(entry);
    at += recordBytes;
    const turn = job.pace();
    if (turn) await turn;
  }
  if (at !== directory.length) {
    refuse('archive_validation_failed', 'the central directory holds more than its entries');
  }
  await paths.check();
  return entries;
}

/**
 * Applies the path rules again to the readings: the other paths that a kind of program reads from
 * the same entries. For the paths by old code pages, only `checkWithin` applies.
 */
async function checkReadings(entries: readonly Entry[], job: ArchiveJob): Promise<void> {
  const others = entries.filter(({ readings, legacy }) => readings || legacy);
  for (const { legacy } of others) {
    for (const path of legacy?.() ?? []) checkWithin(path);
    const turn = job.pace();
    if (turn) await turn;
  }
  for (const kind of kindsToCheck(others)) {
    const paths = createPathSet({
      ...job,
      findings: { review: (...found) => reviewReading(job, ...found) },
    });
    for (const entry of entries) {
      paths.add(readBy(kind, entry), entry.isFile);
      const turn = job.pace();
      if (turn) await turn;
    }
    await paths.check();
  }
}

/** The kinds of programs that read other paths than `path`, without duplicates. */
function kindsToCheck(entries: readonly Entry[]): readonly number[] {
  const kinds = Array.from({ length: KINDS_OF_READERS }, (_, kind) => kind);
  const readSame = (one: number, other: number): boolean =>
    entries.every((entry) => readBy(one, entry) === readBy(other, entry));
  return kinds.filter(
    (kind) =>
      entries.some((entry) => readBy(kind, entry) !== entry.path) &&
      !kinds.slice(0, kind).some((earlier) => readSame(earlier, kind)),
  );
}

function readBy(kind: number, { readings, path }: Entry): string {
  return readings?.[kind] ?? path;
}

/**
 * Records a finding of another reading, except `ambiguous_name`. A name that is ambiguous only in
 * another code page is harmless: no program runs it because of that.
 */
function reviewReading(
  { findings }: ArchiveJob,
  ...[reason, about]: Parameters<Findings['review']>
): void {
  if (reason !== 'ambiguous_name') findings.review(reason, about);
}

interface DirectoryRecord {
  readonly entry: Entry;
  readonly attributes: number;
  readonly recordBytes: number;
}

function readEntry(at: Buffer): DirectoryRecord {
  if (at.length < FIXED_BYTES || at.readUInt32LE(0) !== SIGNATURE) {
    refuse('archive_validation_failed', 'the central directory is not a list of entries');
  }
  const nameEnd = FIXED_BYTES + at.readUInt16LE(28);
  const extraEnd = nameEnd + at.readUInt16LE(30);
  const recordBytes = extraEnd + at.readUInt16LE(32);
  if (recordBytes > at.length) {
    refuse('archive_validation_failed', 'the central directory is cut off');
  }
  const nameBytes = at.subarray(FIXED_BYTES, nameEnd);
  const flags = at.readUInt16LE(8);
  const { zip64, unicodePath } = readExtraFields(at.subarray(nameEnd, extraEnd), nameBytes);
  const names = readNames({ nameBytes, flags, host: at.readUInt8(5), unicodePath });
  const { path, readings, legacy } = names;
  // No object spread, because it would take longer than the rest of a record.
  const entry: Entry = {
    path,
    readings,
    legacy,
    nameBytes,
    flags,
    method: at.readUInt16LE(10),
    crc32: at.readUInt32LE(16),
    compressedBytes: at.readUInt32LE(20),
    sizeBytes: at.readUInt32LE(24),
    start: at.readUInt32LE(42),
    isFile: !path.endsWith('/'),
  };
  if (zip64 !== null) refuse('zip64_not_supported', `${quotePath(path)} has ZIP64 sizes`, { path });
  checkForm(entry, path);
  if (at.readUInt16LE(34) !== 0) {
    refuse('archive_validation_failed', `${quotePath(path)} is on another volume`, { path });
  }
  return { entry, attributes: at.readUInt32LE(38), recordBytes };
}

function checkForm(entry: Entry, path: string): void {
  if ([entry.compressedBytes, entry.sizeBytes, entry.start].includes(0xffffffff)) {
    refuse('zip64_not_supported', `${quotePath(path)} has ZIP64 sizes`, { path });
  }
  if ((entry.flags & ENCRYPTION_FLAGS) !== 0) {
    refuse('archive_encrypted_entry', `${quotePath(path)} is encrypted`, { path });
  }
  checkMethod(entry.method, path);
  if (entry.method === STORED && entry.compressedBytes !== entry.sizeBytes) {
    refuse('archive_validation_failed', `${quotePath(path)} is stored with two sizes`, { path });
  }
  if (!entry.isFile && entry.sizeBytes > 0) {
    refuse('archive_validation_failed', `${quotePath(path)} is a folder with content`, { path });
  }
}

/** Entries must follow each other from byte 0. Only the walk can check this exactly. */
function checkLayout(ordered: readonly Entry[], end: number): void {
  if ((ordered[0]?.start ?? end) !== 0) {
    refuse('archive_validation_failed', 'the archive does not begin with its first entry');
  }
  for (const [i, { path, start, nameBytes, compressedBytes }] of ordered.entries()) {
    const next = ordered[i + 1]?.start ?? end;
    if (start + LOCAL_FIXED_BYTES + nameBytes.length + compressedBytes > next) {
      refuse('archive_validation_failed', `${quotePath(path)} overlaps what follows it`, { path });
    }
  }
}
