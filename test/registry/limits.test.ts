import { describe, expect, it } from 'vitest';
import { JOBS } from '../../src/registry/jobs.js';
import {
  ARCHIVE_LIMITS,
  LIMITS,
  OTHER_QUOTA_BUCKETS,
  RATE_CLASSES,
} from '../../src/registry/limits.js';
import { ARCHIVE_FACTS, LIMIT_FACTS } from '../contract/limit-facts.js';

describe('the limits', () => {
  it('the limits are the numbers of the contract', () => {
    expect(LIMITS).toMatchObject(LIMIT_FACTS);
    expect(ARCHIVE_LIMITS).toMatchObject(ARCHIVE_FACTS);
  });

  it('every limit is a whole number above zero', () => {
    for (const [name, value] of [...Object.entries(LIMITS), ...Object.entries(ARCHIVE_LIMITS)]) {
      expect(Number.isSafeInteger(value) && value > 0, name).toBe(true);
    }
  });

  it('a limit and the lease of a job cannot change during the tests', () => {
    expect(() => Object.assign(LIMITS, { partSizeBytes: 1 })).toThrow(TypeError);
    expect(() => Object.assign(RATE_CLASSES.search, { userPerMinute: 1 })).toThrow(TypeError);
    expect(() => Object.assign(JOBS['send-mail'], { leaseSeconds: 1 })).toThrow(TypeError);
  });

  it('staged bytes are kept until their upload URLs have expired', () => {
    expect(LIMITS.cleanupHoldSeconds).toBeGreaterThan(LIMITS.signedUploadLifetimeSeconds);
  });

  it('part limits allow at most 64 MiB at once and 10,000 parts, and grants refresh before they expire', () => {
    expect(LIMITS.partSizeBytes * LIMITS.partConcurrency).toBeLessThanOrEqual(64 * 2 ** 20);
    expect(LIMITS.archiveBytes / LIMITS.partSizeBytes).toBeLessThanOrEqual(10_000);
    expect(LIMITS.grantRefreshAfterSeconds).toBeLessThan(LIMITS.grantLifetimeSeconds);
  });

  it('all applications of a user fit on one page', () => {
    expect(LIMITS.appsPerUser).toBeLessThanOrEqual(LIMITS.pageSizeMax);
  });

  it('the mod-write body limit admits a mod with the longest texts in three languages', () => {
    const bytesPerCharacter = 2;
    const texts = LIMITS.titleCharacters + LIMITS.summaryCharacters + LIMITS.descriptionCharacters;
    expect(3 * texts * bytesPerCharacter).toBeLessThan(RATE_CLASSES['mod-write'].bodyLimitBytes);
  });
});

describe('the rate classes', () => {
  it('rate classes give a user more than one credential, and an application more than one user', () => {
    for (const row of Object.values(RATE_CLASSES)) {
      expect(row.anonymousPerMinute).toBeLessThanOrEqual(row.credentialPerMinute);
      expect(row.credentialPerMinute).toBeLessThan(row.userPerMinute);
      expect(row.userPerMinute).toBeLessThan(row.clientPerMinute);
    }
  });

  it('quota bucket names are unique and show nothing of the caller', () => {
    const names = [...Object.keys(RATE_CLASSES), ...OTHER_QUOTA_BUCKETS];
    for (const name of names) expect(name).toMatch(/^[a-z]+([-_][a-z]+)*$/);
    expect(new Set(names).size).toBe(names.length);
  });
});
