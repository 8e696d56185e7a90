import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace, sortPaced } from '../../src/archives/pace.js';

interface Item {
  readonly key: number;
  readonly at: number;
}

test('sortPaced gives the same order as a stable sort at once', async () => {
  const keys = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 2_000, size: 'max' });
  await fc.assert(
    fc.asyncProperty(keys, async (all) => {
      const items = all.map((key, at): Item => ({ key, at }));
      const compare = (a: Item, b: Item): number => a.key - b.key;
      expect(await sortPaced(items, compare, createPace())).toEqual(items.toSorted(compare));
    }),
    { numRuns: 50 },
  );
});
