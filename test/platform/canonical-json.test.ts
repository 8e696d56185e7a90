import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/platform/canonical-json.js';

/** Any JSON value, as a parser would give it: names such as `__proto__` and `1` included. */
const json = fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text));

/** The same value with the members of every object written in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

describe('the canonical text of a JSON value', () => {
  it('is that value, whatever the order of its members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is equal for no two values that differ', () => {
    const small = fc.json({ maxDepth: 2, stringUnit: fc.constantFrom('a', '1', '"', '_') });
    const parsed = small.map((text): unknown => JSON.parse(text));
    fc.assert(
      fc.property(parsed, parsed, (one, other) => {
        // Texts of JSON know one zero only.
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
