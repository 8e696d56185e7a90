import { describe, expect, it } from 'vitest';
import { changedFields, mergeValues } from '../../dashboard/src/kit/merge.js';

const BASE = { title: 'A', license: '', slug: 'a' };

describe('the merge of two edits', () => {
  it('a merge keeps changes of different fields from both sides', () => {
    const merged = mergeValues(BASE, { ...BASE, title: 'B' }, { ...BASE, license: 'MIT' });
    expect(merged).toEqual({
      values: { title: 'B', license: 'MIT', slug: 'a' },
      conflicts: [],
      taken: ['license'],
    });
  });

  it('a merge reports a field that both sides changed differently, with both texts', () => {
    const merged = mergeValues(BASE, { ...BASE, title: 'B' }, { ...BASE, title: 'C' });
    expect(merged.conflicts).toEqual([{ field: 'title', mine: 'B', theirs: 'C' }]);
    expect(merged.values['title']).toBe('B');
  });

  it('a merge reports no conflict if both sides made the same change', () => {
    const merged = mergeValues(BASE, { ...BASE, title: 'B' }, { ...BASE, title: 'B' });
    expect(merged.conflicts).toEqual([]);
    expect(merged.taken).toEqual([]);
  });

  it('a merge reports a field that one side emptied and the other changed', () => {
    const merged = mergeValues(BASE, { ...BASE, title: '' }, { ...BASE, title: 'C' });
    expect(merged.conflicts).toEqual([{ field: 'title', mine: '', theirs: 'C' }]);
  });

  it('an absent field counts as an empty one', () => {
    expect(changedFields({ a: '' }, {})).toEqual([]);
    expect(changedFields({}, { a: 'x' })).toEqual(['a']);
  });
});
