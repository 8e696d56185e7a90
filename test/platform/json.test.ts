import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/platform/json.js';

/** Any JSON value from a parser, including member names such as `__proto__` and `1`. */
const json = fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text));

/** The same value with the members of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

describe('the canonical text of a JSON value', () => {
  it('canonicalJson preserves the value and ignores the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('canonicalJson differs for any two different values', () => {
    const small = fc.json({ maxDepth: 2, stringUnit: fc.constantFrom('a', '1', '"', '_') });
    const parsed = small.map((text): unknown => JSON.parse(text));
    fc.assert(
      fc.property(parsed, parsed, (one, other) => {
        // JSON texts have only one zero.
        const same = isDeepStrictEqual(
          JSON.parse(JSON.stringify(one)),
          JSON.parse(JSON.stringify(other)),
        );
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
      }),
      { numRuns: 500 },
    );
  });
});
