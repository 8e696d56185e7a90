import { describe, expect, it } from 'vitest';
import { thirdsOf } from '../../bench/soak/thirds.js';

const MEMORY = { name: 'memory', unit: 'MiB', noise: 8 };

const verdictOf = (...values: readonly number[]) => {
  const samples = values.map((memory) => ({ memory }));
  const thirds = thirdsOf(samples, MEMORY);
  return [...thirds.values, thirds.hasGrown];
};

describe('the thirds of a soak', () => {
  it('a level figure has not grown', () => {
    expect(verdictOf(300, 301, 300, 299, 302, 301)).toEqual([301, 300, 302, false]);
  });

  it('a figure whose last third exceeds the second by more than 5 % has grown', () => {
    expect(verdictOf(200, 200, 200, 213)).toEqual([200, 200, 213, true]);
    expect(verdictOf(200, 200, 209)).toEqual([200, 200, 209, false]);
  });

  it('the growth of the first third is a start and no leak', () => {
    expect(verdictOf(100, 300, 300)).toEqual([100, 300, 300, false]);
  });

  it('growth within the noise is level, even if it is a large share', () => {
    expect(verdictOf(10, 10, 17)).toEqual([10, 10, 17, false]);
    expect(verdictOf(10, 10, 19)).toEqual([10, 10, 19, true]);
  });

  it('a single peak is not growth', () => {
    expect(verdictOf(200, 200, 200, 200, 200, 200, 200, 900, 200)).toEqual([200, 200, 200, false]);
  });

  it('too few samples and a missing figure are errors', () => {
    expect(() => verdictOf(1, 2)).toThrow('2 samples are too few');
    expect(() => thirdsOf([{}, {}, {}], MEMORY)).toThrow('a sample has no memory');
  });
});
