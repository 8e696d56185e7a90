import { crc32 } from 'node:zlib';
import type { Scanner } from '../../../platform/scanner/scanner.port.js';
import { ARCHIVE_LIMITS } from '../../../registry/limits.js';
import { DEFLATED, type Entry } from './central-directory.js';
import { quotePath, refuse } from './fault.js';
import type { Findings } from './findings.js';
import { openFileScan } from './open-scan.js';
import {
  CLASSIFIED_BYTES,
  reviewReasonOf,
  startsLikeZip,
  ZIP_MAGIC_BYTES,
} from './review-rules.js';

/** How the files of one archive are to be judged. */
export interface ContentRules {
  readonly container: 'zip' | 'jar';
  readonly scanner: Scanner;
  readonly findings: Findings;
  /** How large an archive within this one may be to be kept in memory and looked into. */
  readonly nestedBytes: number;
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
export function openContentCheck(entry: Entry, path: string, rules: ContentRules): ContentCheck {
  const { findings } = rules;
  const form = entry.method === DEFLATED ? 'deflated' : 'stored';
  const scan = openFileScan(rules.scanner, path, form);
  const head = new Uint8Array(Math.min(CLASSIFIED_BYTES, entry.sizeBytes));
  let copy: Uint8Array | null = null;
  let seenBytes = 0;
  let crc = 0;

  const keep = (piece: Uint8Array): void => {
    const known = seenBytes;
    if (known < head.length) head.set(piece.subarray(0, head.length - known), known);
    seenBytes += piece.length;
    if (known < ZIP_MAGIC_BYTES && seenBytes >= ZIP_MAGIC_BYTES && startsLikeZip(head)) {
      if (entry.sizeBytes > rules.nestedBytes) findings.review('nested_archive_not_inspected');
      else copy = new Uint8Array(entry.sizeBytes);
      copy?.set(head.subarray(0, known));
    }
    copy?.set(piece, known);
  };

  return {
    write(piece) {
      if (seenBytes + piece.length > entry.sizeBytes) {
        refuse('zip_bomb_guard', `${quotePath(path)} unpacks to more than it declares`);
      }
      keep(piece);
      crc = crc32(piece, crc);
      return scan.write(piece);
    },
    async end() {
      if (seenBytes !== entry.sizeBytes || crc !== entry.crc32) {
        refuse('archive_validation_failed', `${quotePath(path)} has another size or CRC`);
      }
      const isLarge = entry.sizeBytes > ARCHIVE_LIMITS.antivirusStreamBytes;
      if (isLarge) findings.review('antivirus_stream_limit');
      findings.heed(await scan.end(), isLarge ? 'large' : 'whole');
      const reason = reviewReasonOf(path, head, rules.container);
      if (reason) findings.review(reason);
      return copy;
    },
    abandon: () => scan.abandon(),
  };
}
