import { basename } from 'node:path/posix';
import { crc32 } from 'node:zlib';
import { ARCHIVE_LIMITS } from '../registry/limits.js';
import { judgeContent, startsLikeZip, ZIP_MAGIC_BYTES } from './content-rules.js';
import { quotePath, refuse } from './fault.js';
import type { ArchiveJob } from './job.js';
import { openScan } from './open-scan.js';
import { watchBytes } from './seen-bytes.js';

/** One file of an archive, from its headers. */
export interface FileEntry {
  readonly path: string;
  /** The paths that other programs read, if the archive spells several. */
  readonly otherPaths?: readonly string[] | undefined;
  readonly sizeBytes: number;
  /** Null if the format stores another digest, which its decoder checks. */
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
   * scanner and the rules. Returns the bytes of a ZIP to inspect, or null.
   */
  end(): Promise<Uint8Array | null>;
  /** Ends the scan after an error and ignores its result. */
  abandon(): void;
}

/** Starts the check of a file. */
export function openContentCheck(entry: FileEntry, job: ArchiveJob): ContentCheck {
  const { findings } = job;
  const { path, sizeBytes, form } = entry;
  const scan = openScan(job.scanner, { name: path, sizeBytes, form });
  const watcher = watchBytes(basename(path), sizeBytes);
  let copy: Uint8Array | null = null;
  let seenBytes = 0;
  let crc = 0;

  const keep = (piece: Uint8Array): void => {
    const known = seenBytes;
    watcher.take(piece, known);
    seenBytes += piece.length;
    if (known < ZIP_MAGIC_BYTES && seenBytes >= ZIP_MAGIC_BYTES) {
      const { head } = watcher.seen();
      if (startsLikeZip(head)) {
        if (sizeBytes > job.nestedBytes) findings.review('nested_archive_not_inspected', { path });
        else copy = new Uint8Array(sizeBytes);
        copy?.set(head.subarray(0, known));
      }
    }
    copy?.set(piece, known);
  };

  return {
    write(piece) {
      if (seenBytes + piece.length > sizeBytes) {
        refuse('zip_bomb_guard', `${quotePath(path)} unpacks to more than it declares`, { path });
      }
      keep(piece);
      crc = crc32(piece, crc);
      return scan.write(piece);
    },
    async end() {
      if (seenBytes !== sizeBytes || (entry.crc32 ?? crc) !== crc) {
        refuse('archive_validation_failed', `${quotePath(path)} has another size or CRC`, { path });
      }
      const isLarge = sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes;
      if (isLarge) findings.review('antivirus_stream_limit', { path });
      findings.heed(await scan.end(), isLarge ? 'large' : 'whole');
      judgeContent({ path, otherPaths: entry.otherPaths, seen: watcher.seen() }, job);
      return copy;
    },
    abandon: () => scan.abandon(),
  };
}
