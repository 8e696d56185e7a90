import { crc32 } from 'node:zlib';
import { CLASSIFIED_BYTES } from '../../../registry/contents.js';
import { ARCHIVE_LIMITS } from '../../../registry/limits.js';
import { judgeContent, startsLikeZip, ZIP_MAGIC_BYTES } from './content-rules.js';
import { quotePath, refuse } from './fault.js';
import type { ArchiveJob } from './job.js';
import { openScan } from './open-scan.js';

/** One file of an archive, as its headers have it. */
export interface FileEntry {
  readonly path: string;
  /** The path by which other programs know it, where the archive spells two. */
  readonly otherPath?: string | undefined;
  readonly sizeBytes: number;
  /** Null where the format holds the content by a digest that its decoder compares. */
  readonly crc32: number | null;
  /** Whether it stands in the archive byte for byte. */
  readonly form: 'stored' | 'packed';
}

/** What is done with the unpacked bytes of one file of an archive. */
export interface ContentCheck {
  /** Takes the next unpacked bytes; throws ArchiveFault beyond the declared size. */
  write(piece: Uint8Array): void | Promise<void>;
  /**
   * Ends the file, which must have the declared size and CRC, and notes what the scanner and the
   * rules say of it. Answers the bytes of a ZIP that is to be looked into.
   */
  end(): Promise<Uint8Array | null>;
  /** Ends the scan without heeding it, after an error. */
  abandon(): void;
}

/** Begins the check of a file. */
export function openContentCheck(entry: FileEntry, job: ArchiveJob): ContentCheck {
  const { findings } = job;
  const { path, sizeBytes, form } = entry;
  const scan = openScan(job.scanner, { name: path, sizeBytes, form });
  const head = new Uint8Array(Math.min(CLASSIFIED_BYTES, sizeBytes));
  let copy: Uint8Array | null = null;
  let seenBytes = 0;
  let crc = 0;

  const keep = (piece: Uint8Array): void => {
    const known = seenBytes;
    if (known < head.length) head.set(piece.subarray(0, head.length - known), known);
    seenBytes += piece.length;
    if (known < ZIP_MAGIC_BYTES && seenBytes >= ZIP_MAGIC_BYTES && startsLikeZip(head)) {
      if (sizeBytes > job.nestedBytes) findings.review('nested_archive_not_inspected');
      else copy = new Uint8Array(sizeBytes);
      copy?.set(head.subarray(0, known));
    }
    copy?.set(piece, known);
  };

  return {
    write(piece) {
      if (seenBytes + piece.length > sizeBytes) {
        refuse('zip_bomb_guard', `${quotePath(path)} unpacks to more than it declares`);
      }
      keep(piece);
      crc = crc32(piece, crc);
      return scan.write(piece);
    },
    async end() {
      if (seenBytes !== sizeBytes || (entry.crc32 ?? crc) !== crc) {
        refuse('archive_validation_failed', `${quotePath(path)} has another size or CRC`);
      }
      const isLarge = sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes;
      if (isLarge) findings.review('antivirus_stream_limit');
      findings.heed(await scan.end(), isLarge ? 'large' : 'whole');
      judgeContent({ path, otherPath: entry.otherPath, head }, job);
      return copy;
    },
    abandon: () => scan.abandon(),
  };
}
