import type { Verdict } from '../../../platform/scanner/scanner.port.js';
import type { ReviewReason } from './review-rules.js';

/** What an inspection has come upon so far that does not end it. */
export interface Findings {
  review(reason: ReviewReason): void;
  /**
   * Notes a verdict. An antivirus with a stream limit cannot answer for a `large` content; that
   * is accounted for elsewhere, so there its `unknown` adds nothing.
   */
  heed(verdict: Verdict, extent: 'whole' | 'large'): void;
  /** The first signature that was found. */
  infected(): string | null;
  /** In alphabetical order. */
  reasons(): readonly ReviewReason[];
}

/** Begins with nothing found. */
export function createFindings(): Findings {
  const reasons = new Set<ReviewReason>();
  let infected: string | null = null;
  return {
    review: (reason) => void reasons.add(reason),
    heed(verdict, extent) {
      if (verdict.result === 'infected') infected ??= verdict.signature;
      if (verdict.result === 'unknown' && extent === 'whole') reasons.add('antivirus_unknown');
    },
    infected: () => infected,
    reasons: () => [...reasons].sort(),
  };
}
