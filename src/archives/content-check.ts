import { basename } from 'node:path/posix';
import { crc32 } from 'node:zlib';
import type { ContentScan, ScannedContent, Scanner } from '../platform/scanner/scanner.port.js';
import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { checkContent, startsLikeZip, ZIP_MAGIC_BYTES } from './content-rules.js';
import { quotePath, refuse } from './findings.js';
import type { ArchiveJob } from './inspection.js';
import { watchBytes } from './seen-bytes.js';

/** A scan that can be abandoned in any state. */
interface OpenScan extends ContentScan {
  /** Ends the scan and ignores its result. Does nothing after its end. */
  abandon(): void;
}

/**
 * Opens the scan of one content. The scanner holds resources until the scan ends, so the caller
 * must call `end` or `abandon`.
 */
export function openScan(scanner: Scanner, content: ScannedContent): OpenScan {
  const scan = scanner.open(content);
  let ended = false;
  return {
    write: (chunk) => scan.write(chunk),
    end() {
      ended = true;
      return scan.end();
    },
    abandon() {
      if (!ended) scan.end().catch(() => {});
      ended = true;
    },
  };
}

/** One file of an archive, from its headers. */
export interface FileEntry {
  readonly path: string;
  /** Further paths that some programs read for this file. Absent if all read `path`. */
  readonly otherPaths?: readonly string[] | undefined;
  /** The declared unpacked size. */
  readonly sizeBytes: number;
  /**
   * Null if the headers have none. Then the decoder checks another digest, or the archive goes to
   * review.
   */
  readonly crc32: number | null;
  /** Whether the archive stores the content uncompressed. */
  readonly form: 'stored' | 'packed';
}

/** The check of the unpacked bytes of one file. */
export interface ContentCheck {
  /** Takes the next unpacked bytes. Throws ArchiveFault beyond the declared size. */
  write(piece: Uint8Array): void | Promise<void>;
  /**
   * Ends the file, which must have the declared size and CRC, and records the results of the
   * scanner and the rules. A file above the stream limit of the antivirus goes to review. Returns
   * the bytes of a ZIP to inspect, or null. A ZIP above `job.nestedBytes` goes to review instead.
   * Throws ArchiveFault for another size or CRC, and for forbidden content.
   */
  end(): Promise<Uint8Array | null>;
  /** Ends the scan after an error and ignores its result. */
  abandon(): void;
}

/**
 * Starts the check of a file. Also counts it in `job.files`, and `end` adds it there with its
 * digest. A path that ends with a slash is a folder, which `job.files` does not count.
 */
export function openContentCheck(entry: FileEntry, job: ArchiveJob): ContentCheck {
  const { path, sizeBytes, form } = entry;
  const scan = openScan(job.scanner, { sizeBytes, form });
  const watcher = watchBytes(basename(path), sizeBytes);
  // A folder of a ZIP is an entry without content.
  const listed = path.endsWith('/') ? null : job.files?.open(path, sizeBytes);
  let copy: Uint8Array | null = null;
  let seenBytes = 0;
  let crc = 0;

  const keep = (piece: Uint8Array): void => {
    const known = seenBytes;
    watcher.take(piece, known);
    seenBytes += piece.length;
    if (known < ZIP_MAGIC_BYTES && seenBytes >= ZIP_MAGIC_BYTES) {
      copy = copyFor(entry, job, watcher.seen().head);
      copy?.set(watcher.seen().head.subarray(0, known));
    }
    copy?.set(piece, known);
    listed?.take(piece);
  };

  return {
    write(piece) {
      if (seenBytes + piece.length > sizeBytes) refuseBomb(path);
      keep(piece);
      crc = crc32(piece, crc);
      return scan.write(piece);
    },
    async end() {
      if (seenBytes !== sizeBytes || (entry.crc32 ?? crc) !== crc) refuseDifference(path);
      await applyScan(scan, entry, job);
      listed?.end();
      checkContent({ path, otherPaths: entry.otherPaths, seen: watcher.seen() }, job);
      return copy;
    },
    abandon: () => scan.abandon(),
  };
}

/** Ends a scan and records its result. */
async function applyScan(
  scan: OpenScan,
  entry: FileEntry,
  { findings }: ArchiveJob,
): Promise<void> {
  const { path, sizeBytes } = entry;
  const isLarge = sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes;
  if (isLarge) findings.review('antivirus_stream_limit', { path });
  findings.applyVerdict(await scan.end(), isLarge ? 'large' : 'whole', path);
}

/**
 * The memory for a file that starts like a ZIP; null for any other. Also null, and a review, if it
 * is too large to inspect.
 */
function copyFor(
  { path, sizeBytes }: FileEntry,
  job: ArchiveJob,
  head: Uint8Array,
): Uint8Array | null {
  if (!startsLikeZip(head)) return null;
  if (sizeBytes <= job.nestedBytes) return new Uint8Array(sizeBytes);
  job.findings.review('nested_archive_not_inspected', { path });
  return null;
}

function refuseBomb(path: string): never {
  refuse('zip_bomb_guard', `${quotePath(path)} unpacks to more than it declares`, { path });
}

function refuseDifference(path: string): never {
  refuse('archive_validation_failed', `${quotePath(path)} does not have its declared size or CRC`, {
    path,
  });
}

/**
 * Splits the output of a decoder into the files of an archive. Checks each of them, and inspects
 * those that are ZIPs.
 */
interface Splitter {
  /**
   * Takes the next bytes. Throws ArchiveFault for a fault of the file that they belong to, and for
   * bytes after the last file.
   */
  write(piece: Uint8Array): Promise<void>;
  /**
   * Ends the current file and all empty files after it. Throws ArchiveFault if bytes are missing.
   */
  end(): Promise<void>;
  /** Abandons the current file after an error. A `write` that still runs opens no other one. */
  abandon(): void;
}

/** Creates a splitter. The decoder writes the contents of `files` in order, without borders. */
export function createSplitter(files: readonly FileEntry[], job: ArchiveJob): Splitter {
  const openNext = inOrder(files, job);
  let current: OpenFile | null = null;
  let isAbandoned = false;

  const close = async (): Promise<void> => {
    if (!current) return;
    const { path, check } = current;
    const archive = await check.end();
    current = null;
    await job.pace();
    if (archive && !isAbandoned) await job.nested(path, archive);
  };

  return {
    async write(piece) {
      for (let rest = piece; rest.length > 0 && !isAbandoned; ) {
        current ??= openNext() ?? refuseExcess();
        const part = rest.subarray(0, current.leftBytes);
        const pending = current.check.write(part);
        if (pending) await pending;
        if (isAbandoned) return;
        current.leftBytes -= part.length;
        rest = rest.subarray(part.length);
        if (current.leftBytes === 0) await close();
      }
    },
    async end() {
      do {
        await close();
        current = openNext();
      } while (current);
    },
    abandon() {
      isAbandoned = true;
      current?.check.abandon();
    },
  };
}

/** The file whose bytes a splitter expects next. */
interface OpenFile {
  readonly path: string;
  readonly check: ContentCheck;
  leftBytes: number;
}

/** Creates the function that starts the check of the next file, or returns null after the last. */
function inOrder(files: readonly FileEntry[], job: ArchiveJob): () => OpenFile | null {
  const waiting = files.values();
  return () => {
    const { value: file } = waiting.next();
    if (!file) return null;
    return { path: file.path, check: openContentCheck(file, job), leftBytes: file.sizeBytes };
  };
}

function refuseExcess(): never {
  refuse('zip_bomb_guard', 'the archive unpacks to more than it declares');
}
