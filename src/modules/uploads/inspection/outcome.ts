import { ArchiveFault, type RejectionCode } from './fault.js';
import type { Findings } from './findings.js';
import type { ArchiveContents, Expectation, Inspection, Outcome } from './inspection.js';

/** What the structure came to; null is an archive that was not looked into. */
export type Structure = ArchiveContents | ArchiveFault | null;

/**
 * Decides what follows from all that was found: size, SHA-256 and other digests first, then
 * malware, then format and structure, then review.
 */
export function outcomeOf(
  taken: Omit<Inspection, 'outcome'>,
  expected: Expectation,
  structure: Structure,
  findings: Findings,
): Outcome {
  const mismatch = mismatchOf(taken, expected);
  if (mismatch) return mismatch;
  const signature = findings.infected();
  if (signature !== null) return { kind: 'infected', signature };
  if (structure instanceof ArchiveFault) return rejected(structure.code, structure.message);
  if (structure === null) findings.review('format_not_inspected');
  const reasons = findings.reasons();
  if (structure === null || reasons.length > 0) return { kind: 'review', reasons };
  return { kind: 'clean', entries: structure };
}

function mismatchOf(taken: Omit<Inspection, 'outcome'>, expected: Expectation): Outcome | null {
  if (taken.sizeBytes !== expected.sizeBytes) {
    return rejected(
      'size_mismatch',
      `${expected.sizeBytes} bytes expected, ${taken.sizeBytes} found`,
    );
  }
  if (taken.sha256 !== expected.sha256.toLowerCase()) {
    return rejected('sha256_mismatch', `the SHA-256 of the bytes is ${taken.sha256}`);
  }
  if (taken.sha512 !== expected.sha512?.toLowerCase()) {
    return rejected('hash_mismatch', `the SHA-512 of the bytes is ${taken.sha512}`);
  }
  if (taken.sha1 !== expected.sha1?.toLowerCase()) {
    return rejected('hash_mismatch', `the SHA-1 of the bytes is ${taken.sha1}`);
  }
  return null;
}

function rejected(code: RejectionCode, detail: string): Outcome {
  return { kind: 'rejected', code, detail };
}
