import { LIMITS } from '../../../../src/registry/limits';
import type { SystemStatus } from './system-api';

/** Why clean verdicts of the scanner do not count; `other` for a reason that only the service has. */
export type ScannerDoubt = 'unknownAge' | 'old' | 'ahead' | 'limits' | 'other';

/** The reason of a doubt of the service, whose own words are in English. Null without a doubt. */
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
