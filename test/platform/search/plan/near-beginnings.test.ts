import { describe, expect, it } from 'vitest';
import { nearBeginnings } from '../../../../src/platform/search/plan/near-beginnings.js';

describe('the beginnings near a half-typed word', () => {
  it.each([
    ['two neighbours in the wrong order', 'nihgts', 'nights'],
    ['two neighbours in the wrong order', 'excelsoi', 'excelsio'],
    ['an additional letter', 'подвнод', 'подвод'],
    ['a missing letter', 'bookeep', 'bookkeep'],
    ['a missing letter', 'холдильн', 'холодильн'],
    ['a missing letter in a word of five', 'nghtm', 'nightm'],
  ])('nearBeginnings includes those with %s: %s', (_, typed, meant) => {
    expect(nearBeginnings(typed)).toContain(meant);
  });

  it.each([
    ['the same word', 'nights', 'nights'],
    ['another first letter', 'ngiht', 'gniht'],
    ['fewer than five letters', 'nighs', 'nigs'],
    ['an additional last letter', 'nightx', 'night'],
    ['another letter', 'nigxts', 'nights'],
  ])('nearBeginnings leaves out %s: %s', (_, typed, other) => {
    expect(nearBeginnings(typed)).not.toContain(other);
  });

  it.each([
    ['four letters', 'nigh'],
    ['digits', 'night7'],
    ['two scripts', 'nightм'],
    ['other letters', 'νύχτα'],
    ['17 letters', 'a'.repeat(17)],
    ['nothing', ''],
  ])('nearBeginnings is empty for %s: %j', (_, typed) => {
    expect(nearBeginnings(typed)).toEqual([]);
  });

  it('nearBeginnings has at most 509, the swapped letters first', () => {
    const longest = nearBeginnings('абвгдежзийклмноп');
    expect(longest).toHaveLength(new Set(longest).size);
    expect(longest.length).toBeLessThanOrEqual(509);
    expect(longest[0]).toBe('авбгдежзийклмноп');
  });
});
