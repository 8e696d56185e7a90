import { expect, it } from 'vitest';
import { isWithin } from '../../../src/platform/replica/snapshots.js';

it.each([
  ['10:12:10', '10:12:10', 'the same snapshot'],
  ['10:12:10', '14:14:', 'a later one without running transactions'],
  ['10:12:10', '10:12:', 'one after the end of a running transaction'],
  ['10:12:10,11', '10:15:10,13', 'one with transactions that were running or not begun'],
])('snapshot %s is within %s: %s', (earlier, later) => {
  expect(isWithin(earlier, later)).toBe(true);
});

it.each([
  ['14:14:', '10:12:10', 'an earlier one'],
  ['10:12:', '10:12:10', 'one before the end of a transaction'],
  ['10:13:10', '11:12:', 'one that ends earlier'],
  ['10:12:', '10:15:11', 'one in which a visible transaction runs'],
  ['', '10:12:', 'no snapshot'],
  ['10:12:x', '10:13:', 'a text that PostgreSQL does not write'],
])('snapshot %s is not within %s: %s', (earlier, later) => {
  expect(isWithin(earlier, later)).toBe(false);
});
