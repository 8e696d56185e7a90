import { LIMITS } from '../../../../src/registry/limits';
import type { SystemStatus } from './system-api';

/**
 * The reason for which clean verdicts of the scanner do not count: signatures of unknown age, ones
 * older than `signatureAgeSeconds`, or ones more than `signatureAheadSeconds` in the future. With
 * `limits`, the scanner does not report that a file exceeds its limits. `other` is a reason that
 * only the service knows.
 */
export type ScannerDoubt = 'unknownAge' | 'old' | 'ahead' | 'limits' | 'other';

/**
 * The code of a doubt of the service. The service explains a doubt only in English, so the page has
 * texts for the codes. The name of clamd's setting `AlertExceedsMax` in the text identifies
 * `limits`, and the time of the signatures identifies the others. Null without a doubt.
 */
export function scannerDoubt(
  { doubt, signaturesAt }: Pick<NonNullable<SystemStatus['scanner']>, 'doubt' | 'signaturesAt'>,
  now: Date,
): ScannerDoubt | null {
  if (doubt === null) return null;
  if (doubt.includes('AlertExceedsMax')) return 'limits';
  if (signaturesAt === null) return 'unknownAge';
  const ageSeconds = (now.getTime() - Date.parse(signaturesAt)) / 1000;
  if (ageSeconds > LIMITS.signatureAgeSeconds) return 'old';
  return ageSeconds < -LIMITS.signatureAheadSeconds ? 'ahead' : 'other';
}
