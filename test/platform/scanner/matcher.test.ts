import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPatternMatcher } from '../../../src/platform/scanner/matcher.js';
import { rounds } from '../../rounds.js';

// A small alphabet, so that grams repeat and near misses are frequent.
const text = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(97, 98, 0), { minLength, maxLength })
    .map((letters) => Uint8Array.from(letters));

function foundIn(patterns: readonly Uint8Array[], chunks: readonly Uint8Array[]): number[] {
  const match = createPatternMatcher(patterns).open();
  for (const chunk of chunks) match.write(chunk);
  return [...match.found()].sort((a, b) => a - b);
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)), bytes.length];
  places.sort((a, b) => a - b);
  return places.slice(1).map((end, i) => bytes.slice(places[i], end));
}

describe('the matcher', () => {
  test('the matcher finds the same as a plain search, for any chunk boundaries', () => {
    fc.assert(
      fc.property(
        fc.array(text(8, 14), { minLength: 1, maxLength: 6 }),
        text(0, 200),
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
        (patterns, filler, cuts, planted) => {
          const bytes = Buffer.from(filler);
          for (const [pattern, place] of planted) {
            Buffer.from(patterns[pattern % patterns.length] ?? []).copy(
              bytes,
              place % (bytes.length + 1),
            );
          }
          const naive = patterns.flatMap((pattern, i) =>
            bytes.includes(Buffer.from(pattern)) ? [i] : [],
          );
          expect(foundIn(patterns, cut(bytes, cuts))).toEqual(naive);
        },
      ),
      { numRuns: rounds(200, 2_000) },
    );
  });

  test('the matcher finds a pattern that arrives byte by byte', () => {
    const pattern = Buffer.from('a literal of some length');
    const bytes = Buffer.concat([Buffer.alloc(1000), pattern, Buffer.alloc(1000)]);
    expect(
      foundIn(
        [pattern],
        [...bytes].map((byte) => Uint8Array.of(byte)),
      ),
    ).toEqual([0]);
  });

  test('the matcher allows its caller to overwrite a chunk after the write', () => {
    const pattern = Buffer.from('a literal of some length');
    const match = createPatternMatcher([pattern]).open();
    const chunk = Buffer.alloc(100);
    pattern.copy(chunk, 90);
    match.write(chunk);
    chunk.fill(0);
    pattern.copy(chunk, 0, 10);
    match.write(chunk);
    expect([...match.found()]).toEqual([0]);
  });

  test('the matcher rejects a pattern that is too short', () => {
    expect(() => createPatternMatcher([Buffer.from('1234567')])).toThrow(RangeError);
  });

  test('the matcher without patterns finds nothing', () => {
    expect(foundIn([], [Buffer.from('anything')])).toEqual([]);
  });
});
