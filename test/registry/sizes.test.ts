import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { sizeLimitOf, sizeOf } from '../../src/registry/sizes.js';

describe('sizes for people', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [1_048_576, '1 MB'],
    [1_450_000, '1.5 MB'],
    [20_000_000_000, '20 GB'],
    [3_000_000_000_000, '3,000 GB'],
  ])('the size of %d bytes has a decimal unit', (bytes, text) => {
    expect(sizeOf(bytes, 'en')).toBe(text);
  });

  it('the text of a limit promises no more than the limit allows', () => {
    expect(sizeLimitOf(LIMITS.archiveBytes, 'en')).toBe('21.4 GB');
    expect(21.4e9).toBeLessThan(LIMITS.archiveBytes);
    expect(sizeLimitOf(LIMITS.imageBytes, 'de')).toBe('20,9 MB');
    expect(20.9e6).toBeLessThan(LIMITS.imageBytes);
  });
});
