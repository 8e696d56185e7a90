import { expect, test } from 'vitest';
import { createBombGuard } from '../../src/archives/bomb-guard.js';
import { ARCHIVE_LIMITS } from '../../src/registry/limits.js';

test('the bomb guard admits a million entries of nested archives in total and no more', () => {
  const guard = createBombGuard(1_000_000);
  for (let i = 0; i < ARCHIVE_LIMITS.entriesInAll; i++) guard.admit('a.txt', 1, 1);
  expect(() => guard.admit('a.txt', 1, 1)).toThrow(/1000000 entries/);
});
