import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedEdits, editDistance } from '../../../../src/platform/search/plan/edit-distance.js';
import { rounds } from '../../../rounds.js';

describe('the edit distance', () => {
  it.each([
    ['night', 'night', 0],
    ['nihgt', 'night', 1],
    ['nigt', 'night', 1],
    ['nighht', 'night', 1],
    ['might', 'night', 1],
    ['bookeeping', 'bookkeeping', 1],
    ['lantren', 'lantern', 1],
    ['latnren', 'lantern', 2],
    ['ca', 'abc', 3],
    ['', 'ab', 2],
    ['привте', 'привет', 1],
    ['𠀀𠀁', '𠀁𠀀', 1],
  ])('%j to %j is %i', (a, b, distance) => {
    expect([editDistance(a, b, 3), editDistance(b, a, 3)]).toEqual([distance, distance]);
  });

  it('the bound limits the result to one more', () => {
    expect([0, 1, 2, 3].map((max) => editDistance('abcdef', 'fedcba', max))).toEqual([1, 2, 3, 4]);
    expect(editDistance('a'.repeat(40), 'a', 2)).toBe(3);
  });

  it('terms of any length have a distance, because only the columns beside the diagonal count', () => {
    const long = 'ab'.repeat(100_000);
    expect(editDistance(`${long}c`, `x${long}`, 2)).toBe(2);
  });

  it('the bounded distance equals the distance by the full table', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
        expect(editDistance(a, b, max)).toBe(Math.min(byFullTable([...a], [...b]), max + 1));
      }),
      { numRuns: rounds(500, 5_000) },
    );
  });
});

function byFullTable(a: readonly string[], b: readonly string[]): number {
  const table = new Map<string, number>();
  const at = (row: number, column: number) => table.get(`${row} ${column}`) ?? Infinity;
  for (let row = 0; row <= a.length; row++) {
    for (let column = 0; column <= b.length; column++) {
      const choices = [row === 0 ? column : Infinity, column === 0 ? row : Infinity];
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      if (row > 0 && column > 0) choices.push(at(row - 1, column - 1) + cost);
      choices.push(at(row - 1, column) + 1, at(row, column - 1) + 1);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && isSwapped) choices.push(at(row - 2, column - 2) + 1);
      table.set(`${row} ${column}`, Math.min(...choices));
    }
  }
  return at(a.length, b.length);
}

describe('the allowed edits of a term', () => {
  it.each([
    ['mod', 0],
    ['farm', 1],
    ['lantern', 1],
    ['lanterns', 2],
    ['мост', 1],
    ['мостовая', 2],
    ['2024', 0],
    ['version2', 0],
    ['𠀀𠀀𠀀', 0],
  ])('a search for %s may contain %i errors', (term, edits) => {
    expect(allowedEdits(term)).toBe(edits);
  });
});
