import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { refuse } from '../findings.js';
import type { Pace } from '../pace.js';
import type { FieldReader } from '../stream-reader.js';
import { expectId, expectInline, ID, readCount, readCrcs, readNumber } from './fields.js';
import { type Coder, type CoderChain, readCoderChain } from './folder.js';

/** The method with the most inputs, BCJ2, has four per folder. */
const PACK_STREAMS = 4 * ARCHIVE_LIMITS.entries;
/** Numbers to read before each check of the clock. */
const PACED = 64;

/** One file in a folder. */
export interface SubStream {
  readonly sizeBytes: number;
  /** Null if the header has none. */
  readonly crc32: number | null;
}

/** Streams that are unpacked together, and their files. */
export interface Folder {
  readonly coders: readonly Coder[];
  /** The total packed size of its streams. */
  readonly packedBytes: number;
  /** The unpacked size. */
  readonly sizeBytes: number;
  /** The size of intermediate output between its coders. */
  readonly stepsBytes: number;
  readonly subStreams: readonly SubStream[];
}

/** The position of the consecutive packed streams, and how to unpack them. */
export interface StreamsInfo {
  /** Relative to the end of the signature header, like `packEnd`. */
  readonly packStart: number;
  readonly packEnd: number;
  readonly folders: readonly Folder[];
}

/** Reads a description of streams to its end. Throws ArchiveFault. */
export async function readStreamsInfo(fields: FieldReader, pace: Pace): Promise<StreamsInfo> {
  expectId(fields, ID.packInfo);
  const packStart = readNumber(fields);
  const packSizes = await readPackSizes(fields, pace);
  const folders = await readFolders(fields, packSizes, pace);
  let id = fields.byte();
  let subStreams = folders.map(({ sizeBytes, crc32 }) => [{ sizeBytes, crc32 }]);
  if (id === ID.subStreams) {
    subStreams = await readSubStreams(fields, folders, pace);
    id = fields.byte();
  }
  if (id !== ID.end) refuse('archive_validation_failed', 'the description of streams does not end');
  return {
    packStart,
    packEnd: packStart + sum(packSizes),
    folders: folders.map((folder, i) => ({ ...folder, subStreams: subStreams[i] ?? [] })),
  };
}

type BareFolder = Omit<Folder, 'subStreams'> & { readonly crc32: number | null };

async function readPackSizes(fields: FieldReader, pace: Pace): Promise<number[]> {
  const count = limited(readCount(fields, 1), PACK_STREAMS);
  expectId(fields, ID.size);
  const sizes = await readNumbers(fields, count, pace);
  let id = fields.byte();
  if (id === ID.crc) {
    readCrcs(fields, count);
    id = fields.byte();
  }
  if (id !== ID.end) refuse('archive_validation_failed', 'the list of packed streams does not end');
  return sizes;
}

async function readFolders(
  fields: FieldReader,
  packSizes: readonly number[],
  pace: Pace,
): Promise<BareFolder[]> {
  expectId(fields, ID.unpackInfo);
  expectId(fields, ID.folder);
  const count = limited(readCount(fields, 2), ARCHIVE_LIMITS.entries);
  expectInline(fields);
  const bare: CoderChain[] = [];
  for (let i = 0; i < count; i++) {
    bare.push(readCoderChain(fields));
    await pace();
  }
  expectId(fields, ID.unpackSizes);
  const sizes: number[][] = [];
  for (const { outputs } of bare) sizes.push(await readNumbers(fields, outputs, pace));
  let id = fields.byte();
  let crcs: (number | null)[] = [];
  if (id === ID.crc) {
    crcs = readCrcs(fields, count);
    id = fields.byte();
  }
  if (id !== ID.end) refuse('archive_validation_failed', 'the list of folders does not end');
  await pace();
  let first = 0;
  const folders = bare.map(({ coders, packedStreams, mainOutput }, i) => {
    const packed = packSizes.slice(first, first + packedStreams);
    first += packedStreams;
    const made = sizes[i] ?? [];
    const sizeBytes = made[mainOutput] ?? 0;
    const stepsBytes = sum(made.filter((_, output) => output !== mainOutput));
    return { coders, packedBytes: sum(packed), sizeBytes, stepsBytes, crc32: crcs[i] ?? null };
  });
  if (first !== packSizes.length) {
    refuse('archive_validation_failed', 'the archive has packed streams that no folder uses');
  }
  return folders;
}

async function readSubStreams(
  fields: FieldReader,
  folders: readonly BareFolder[],
  pace: Pace,
): Promise<SubStream[][]> {
  let id = fields.byte();
  let counts = folders.map(() => 1);
  if (id === ID.streamsPerFolder) {
    counts = folders.map(() => readNumber(fields));
    id = fields.byte();
  }
  limited(sum(counts), ARCHIVE_LIMITS.entries);
  const hasSizes = id === ID.size;
  const sizes: number[][] = [];
  for (const [i, { sizeBytes }] of folders.entries()) {
    sizes.push(await readSizes(fields, counts[i] ?? 0, { folderBytes: sizeBytes, hasSizes }, pace));
  }
  if (hasSizes) id = fields.byte();
  // The CRC of a folder with one file was read before.
  const isKnown = (i: number): boolean => counts[i] === 1 && folders[i]?.crc32 !== null;
  let crcs: (number | null)[] = [];
  if (id === ID.crc) {
    crcs = readCrcs(fields, sum(counts.filter((_, i) => !isKnown(i))));
    id = fields.byte();
  }
  if (id !== ID.end) refuse('archive_validation_failed', 'the list of files does not end');
  const next = crcs.values();
  return sizes.map((own, i) =>
    own.map((sizeBytes) => ({
      sizeBytes,
      crc32: isKnown(i) ? (folders[i]?.crc32 ?? null) : (next.next().value ?? null),
    })),
  );
}

/** The last size is not stored: it is the rest of the folder. */
async function readSizes(
  fields: FieldReader,
  count: number,
  { folderBytes, hasSizes }: { readonly folderBytes: number; readonly hasSizes: boolean },
  pace: Pace,
): Promise<number[]> {
  if (count === 0) {
    if (folderBytes > 0)
      refuse('archive_validation_failed', 'a folder has data that belongs to no file');
    return [];
  }
  if (count > 1 && !hasSizes) refuse('archive_validation_failed', 'files have no sizes');
  const sizes = await readNumbers(fields, count - 1, pace);
  const last = folderBytes - sum(sizes);
  if (last < 0)
    refuse('archive_validation_failed', 'files declare more bytes than their folder has');
  sizes.push(last);
  return sizes;
}

async function readNumbers(fields: FieldReader, count: number, pace: Pace): Promise<number[]> {
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) {
    numbers.push(readNumber(fields));
    if (i % PACED === 0) await pace();
  }
  return numbers;
}

function limited(count: number, limit: number): number {
  if (count > limit) refuse('zip_entry_limit', `the archive has ${count} files or streams`);
  return count;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
