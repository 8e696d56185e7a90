import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ScannerDoubt, scannerDoubt } from '../../dashboard/src/views/system/scanner-doubt.js';
import { createClamdScanner } from '../../src/platform/scanner/clamd-scanner.js';
import { LIMITS } from '../../src/registry/limits.js';
import { type FakeClamd, startFakeClamd, versionOf } from '../platform/scanner/fake-clamd.js';

const NOW = new Date('2026-11-26T12:00:00Z');
const HOUR_SECONDS = 3_600;

let clamd: FakeClamd;

beforeEach(async () => {
  clamd = await startFakeClamd();
});
afterEach(() => clamd.stop());

/** The doubt that the dashboard sees in what the scanner of the service reports. */
async function seen(): Promise<ScannerDoubt | null> {
  const engine = await createClamdScanner(clamd.address, { now: () => NOW }).engine();
  const signaturesAt = engine.madeAt?.toISOString() ?? null;
  return scannerDoubt({ doubt: engine.doubt ?? null, signaturesAt }, NOW);
}

/** The response to `VERSION` of a clamd with signatures of a time from now. */
const madeIn = (seconds: number): string => versionOf(new Date(NOW.getTime() + seconds * 1000));

describe('the doubt about the scanner in the language of the page', () => {
  it.each([
    ['old', madeIn(-LIMITS.signatureAgeSeconds - HOUR_SECONDS)],
    ['ahead', madeIn(LIMITS.signatureAheadSeconds + HOUR_SECONDS)],
    ['unknownAge', 'ClamAV 1.4.6'],
    [null, madeIn(-HOUR_SECONDS)],
  ] as const)('the reason %s is that of the scanner', async (reason, version) => {
    clamd.script.version = version;
    expect(await seen()).toBe(reason);
  });

  it('a clamd that does not tell when a limit was exceeded is the reason "limits"', async () => {
    clamd.script.version = madeIn(-HOUR_SECONDS);
    // Any other text than the usual one is the response to the probe for limits, too.
    clamd.script.verdict = () => 'stream: OK ';
    expect(await seen()).toBe('limits');
  });

  it('a reason that the dashboard does not know is shown in the words of the service', () => {
    const signaturesAt = NOW.toISOString();
    expect(scannerDoubt({ doubt: 'something new', signaturesAt }, NOW)).toBe('other');
  });
});
