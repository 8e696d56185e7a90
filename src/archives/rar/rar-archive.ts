import { crc32 } from 'node:zlib';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import type { ReviewReason } from '../../registry/reviews.js';
import { quotePath, refuse } from '../findings.js';
import type { ListedArchive, ListedEntry } from '../listing.js';
import { createFieldReader, type FieldReader, type StreamReader } from '../stream-reader.js';
import { readVint } from './rar5-file.js';

/** A file whose content only a moderator can check. */
export interface FileForReview {
  readonly reason: ReviewReason;
  readonly path: string;
}

/** The result of the walk over the blocks of a RAR. */
export interface RarArchive {
  readonly listed: ListedArchive;
  /** The total size of all headers. */
  readonly headerBytes: number;
  /** The memory that the decoder needs for its dictionaries, at most. */
  readonly dictionaryBytes: number;
  /** The first file whose content needs a review, or null. */
  readonly undecided: FileForReview | null;
}

/** A file may have an access list and another block in addition to its own. */
const BLOCKS = 3 * ARCHIVE_LIMITS.entries;

/** The known service blocks. Any other block would be bytes that no program reads. */
const SERVICES: ReadonlySet<string> = new Set(['ACL', 'AV', 'CMT', 'EA2', 'QO', 'RR', 'UOW']);

/**
 * Throws ArchiveFault for alternate data streams and for unknown service blocks. `file` is the path
 * of the last file before the block, or null. An alternate data stream belongs to that file.
 */
export function checkService(name: string, file: string | null): void {
  if (name === 'STM') {
    const about = file === null ? {} : { path: file };
    refuse('archive_dangerous_entry', 'the archive holds alternate data streams', about);
  }
  if (!SERVICES.has(name)) {
    refuse('archive_validation_failed', `the archive has a block of service ${quotePath(name)}`);
  }
}

/**
 * Counts the blocks of one archive and their header bytes, which are spread over the file. `add`
 * throws ArchiveFault above a limit.
 */
export function createHeaderCounter(): { add(bytes: number): void; total(): number } {
  let total = 0;
  let blocks = 0;
  return {
    add(bytes) {
      total += bytes;
      blocks += 1;
      if (blocks > BLOCKS) refuse('zip_entry_limit', `the archive has more than ${BLOCKS} blocks`);
      if (total > ARCHIVE_LIMITS.centralDirectoryBytes) {
        refuse(
          'zip_central_directory_too_large',
          `the headers have more than ${total - bytes} bytes`,
        );
      }
    },
    total: () => total,
  };
}

/** Rejects an archive that continues in, or continues, another file. */
export function refuseVolume(): never {
  refuse('archive_validation_failed', 'the archive is one part of a multi-volume archive');
}

/** Compares the quick-open block of a RAR 5, which has copies of headers, with the headers. */
interface QuickOpenCheck {
  /** Records a header for the comparison with its copy. */
  note(start: number, header: Buffer): void;
  /** Reads the block with the copies, which starts at `start`. Throws ArchiveFault. */
  take(reader: StreamReader, start: number, block: ListedEntry, dataBytes: number): Promise<void>;
}

/**
 * Creates the check for one archive. Some programs list an archive by these copies, others by the
 * headers. If the two differed, programs would show different files.
 */
export function createQuickOpenCheck(): QuickOpenCheck {
  const headers = new Map<number, Buffer>();
  return {
    note: (start, header) => void headers.set(start, header),
    async take(reader, start, block, dataBytes) {
      if (block.form !== 'stored' || dataBytes > ARCHIVE_LIMITS.centralDirectoryBytes)
        refuseCopies();
      const records = createFieldReader(await reader.take(dataBytes));
      while (records.leftBytes() > 0) {
        const crc = records.uint32();
        const before = records.position();
        const size = readVint(records);
        const sizeLength = records.position() - before;
        const body = records.bytes(size);
        if (crc32(body, crc32(numberBytes(size, sizeLength))) !== crc) refuseCopies();
        const fields = createFieldReader(body);
        readVint(fields);
        const header = headers.get(start - readVint(fields));
        const copy = fields.bytes(readVint(fields));
        if (!header?.equals(copy)) refuseCopies();
      }
    },
  };
}

/** The encoded bytes of a number, as they were read. */
function numberBytes(value: number, length: number): Buffer {
  return Buffer.from(
    Array.from(
      { length },
      (_, i) => (Math.floor(value / 2 ** (7 * i)) & 0x7f) | (i < length - 1 ? 0x80 : 0),
    ),
  );
}

function refuseCopies(): never {
  refuse('archive_validation_failed', 'the copies of headers differ from the headers');
}

const LOCATOR = 1;
/** The positions in a locator, in this order, and the names of the service blocks there. */
const PLACES = [
  { flag: 0x01, name: 'QO' },
  { flag: 0x02, name: 'RR' },
] as const;
const FLAGS = 0x03;

/**
 * Compares the locator of a RAR 5, which holds positions of service blocks in the main header, with
 * the blocks at these positions.
 */
interface LocatorCheck {
  /** Reads the extra fields of the main header, which starts at `start`. Throws ArchiveFault. */
  read(extra: FieldReader, start: number): void;
  /** Records a service block of the walk. */
  meet(name: string, start: number): void;
  /** Throws ArchiveFault if a position is not the start of such a block. */
  end(): void;
}

/**
 * Creates the check for one archive. Some programs follow the locator and trust the headers there,
 * even inside the content of a file.
 */
export function createLocatorCheck(): LocatorCheck {
  const awaited = new Map<string, number>();
  let isRead = false;
  const readPlaces = (fields: FieldReader, start: number): void => {
    // With several locators, programs would differ in which one they use.
    if (isRead) oddLocator('the main header has several locators');
    isRead = true;
    const flags = readVint(fields);
    if (flags > FLAGS) oddLocator('the locator has unknown flags');
    for (const { flag, name } of PLACES) {
      const offset = (flags & flag) !== 0 ? readVint(fields) : 0;
      // Zero means reserved but unused space.
      if (offset !== 0) awaited.set(name, start + offset);
    }
    if (fields.leftBytes() > 0) oddLocator('the locator has unknown fields');
  };
  return {
    read(extra, start) {
      while (extra.leftBytes() > 0) {
        const fields = createFieldReader(extra.bytes(readVint(extra)));
        if (readVint(fields) === LOCATOR) readPlaces(fields, start);
      }
    },
    meet(name, start) {
      if (awaited.get(name) === start) awaited.delete(name);
    },
    end() {
      for (const name of awaited.keys()) oddLocator(`the locator leads to no ${name}`);
    },
  };
}

function oddLocator(detail: string): never {
  refuse('archive_validation_failed', detail);
}
