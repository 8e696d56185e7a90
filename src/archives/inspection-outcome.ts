import type { RefusalCode } from '../registry/findings.js';
import { type About, ArchiveFault, type Findings, findingOf, NeedsReview } from './findings.js';
import type {
  ArchiveContents,
  Expectation,
  HarmlessOutcome,
  Inspection,
  InspectionOutcome,
} from './inspection.js';

/** The result of the structure's inspection, in any format. */
export type Structure = ArchiveContents | ArchiveFault | NeedsReview;

/**
 * Derives the outcome from all findings in the expected bytes: malware first, then format and
 * structure, then review. An outcome for malware has as `otherwise` the outcome that the rest would
 * give. A structure that needs a review also becomes a finding in `findings`.
 */
export function outcomeOf(structure: Structure, findings: Findings): InspectionOutcome {
  const [signature, ...others] = findings.signatures();
  const otherwise = harmlessOutcomeOf(structure, findings);
  if (signature === undefined) return otherwise;
  const found: [string, ...string[]] = [signature, ...others];
  return { kind: 'infected', signature, found, findings: findings.malware(), otherwise };
}

/** The outcome without malware, or with cleared malware only. */
function harmlessOutcomeOf(structure: Structure, findings: Findings): HarmlessOutcome {
  if (structure instanceof ArchiveFault) {
    return rejected(structure.code, structure.message, structure.about);
  }
  if (structure instanceof NeedsReview) findings.review(structure.reason, structure.about);
  const reasons = findings.reasons();
  if (structure instanceof NeedsReview || reasons.length > 0) {
    return { kind: 'review', reasons, findings: findings.reviewCauses() };
  }
  return { kind: 'clean', entries: structure };
}

/** The rejection for the first size or digest that differs from the expected one, or null. */
export function mismatchOf(
  taken: Omit<Inspection, 'outcome'>,
  expected: Expectation,
): InspectionOutcome | null {
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

function rejected(code: RefusalCode, detail: string, about: About = {}): HarmlessOutcome {
  return { kind: 'rejected', code, detail, findings: [findingOf(code, about)] };
}
