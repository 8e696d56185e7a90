import { describe, expect, it } from 'vitest';
import { Problem } from '../../dashboard/src/api/problem.js';
import type { Base } from '../../dashboard/src/kit/kept-form.js';
import { type Change, saveMerged } from '../../dashboard/src/kit/save-merged.js';

const BASE = { etag: '"1"', values: { 'title.en': 'A', license: '' } };
const THEIRS = { etag: '"2"', values: { 'title.en': 'C', license: '' } };

const change = (displayName: string, isOwn: boolean, ...fields: string[]): Change => ({
  at: '2026-11-26T09:00:00Z',
  displayName,
  isOwn,
  fields,
});

/** Saves a title over the title of another revision, and returns the change that is named. */
async function namedIn(changes: readonly Change[] | Problem) {
  const saving = {
    write: () => Promise.reject(new Problem('stale', { code: 'precondition_failed' })),
    read: () => Promise.resolve(THEIRS),
    readChanges: async (base: Base) => {
      if (changes instanceof Problem) throw changes;
      return base === BASE ? changes : [];
    },
  };
  const saved = await saveMerged(saving, BASE, { ...BASE.values, 'title.en': 'B' });
  expect(saved.kind).toBe('conflict');
  return saved.by?.displayName;
}

describe('the person whom a stale save names', () => {
  it('a stale save names the latest change of another person, not a newer one of the user', async () => {
    const own = change('ann', true, 'title');
    expect(await namedIn([own, change('bob', false, 'license', 'title')])).toBe('bob');
  });

  it('a stale save names no change of fields that it did not meet', async () => {
    expect(await namedIn([change('ann', true, 'title'), change('bob', false, 'slug')])).toBe('ann');
  });

  it.each([
    ['has no change', []],
    ['is not readable', new Problem('offline', { code: 'offline' })],
  ])('a stale save names no person if the log %s', async (_name, changes) => {
    expect(await namedIn(changes)).toBeUndefined();
  });
});
