import { expect, it } from 'vitest';
import { createRandom } from '../random.js';
import { drawFaults, FAULTS } from './draw.js';
import { FAULT_KINDS } from './fault.js';

const drawn = (seed: number, count: number) => drawFaults(FAULTS, count, createRandom(seed));

it('the same seed draws the same faults, and another seed others', () => {
  const names = (seed: number) => drawn(seed, 20).map(({ name }) => name);
  expect(names(1)).toEqual(names(1));
  expect(names(1)).not.toEqual(names(2));
});

it('no fault is drawn again before all others were drawn', () => {
  const [first, second] = [drawn(7, FAULTS.length), drawn(7, 2 * FAULTS.length)];
  expect(new Set(first).size).toBe(FAULTS.length);
  expect(new Set(second.slice(FAULTS.length)).size).toBe(FAULTS.length);
});

it('no kind of fault is drawn again before all other kinds were drawn', () => {
  for (const seed of [1, 2, 3]) {
    const kinds = drawn(seed, FAULT_KINDS.length).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(FAULT_KINDS));
  }
});

it('the faults have unique names and cover every kind', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(new Set(FAULTS.map(({ kind }) => kind))).toEqual(new Set(FAULT_KINDS));
});
