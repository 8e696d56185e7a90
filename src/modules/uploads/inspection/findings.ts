import { signaturesOf } from '../../../platform/scanner/infected-with.js';
import type { Verdict } from '../../../platform/scanner/scanner.port.js';
import type { ReviewReason } from '../../../registry/contents.js';
import { LIMITS } from '../../../registry/limits.js';

/** What an inspection has come upon so far that does not end it. */
export interface Findings {
  review(reason: ReviewReason): void;
  /**
   * Notes a verdict. An antivirus with a stream limit cannot answer for a `large` content; that
   * is accounted for elsewhere, so there its `unknown` adds nothing.
   */
  heed(verdict: Verdict, extent: 'whole' | 'large'): void;
  /** The signatures that were found, the first of them first, and one above the limit at the most. */
  infected(): readonly string[];
  /** In alphabetical order. */
  reasons(): readonly ReviewReason[];
}

function isPartial(verdict: Verdict): boolean {
  return verdict.result === 'infected' && verdict.isPartial === true;
}

/** Begins with nothing found. */
export function createFindings(): Findings {
  const reasons = new Set<ReviewReason>();
  const infected = new Set<string>();
  return {
    review: (reason) => void reasons.add(reason),
    heed(verdict, extent) {
      for (const signature of signaturesOf(verdict)) {
        if (infected.size <= LIMITS.scanFinds) infected.add(signature);
      }
      const isUnknown = verdict.result === 'unknown' || isPartial(verdict);
      if (isUnknown && extent === 'whole') reasons.add('antivirus_unknown');
    },
    infected: () => [...infected],
    reasons: () => [...reasons].sort(),
  };
}
