import { expect, it } from 'vitest';
import { createSecondUseCache } from '../../src/platform/second-use-cache.js';

it('a cache admits a value from its second use on', () => {
  const cache = createSecondUseCache<{ text: string }>(1_000);
  expect([cache.admits('a'), cache.admits('b'), cache.admits('a')]).toEqual([false, false, true]);
  cache.set('a', { text: 'kept' }, 10);
  expect([cache.get('a'), cache.get('b')]).toEqual([{ text: 'kept' }, undefined]);
  expect([cache.size, cache.bytes]).toEqual([1, 10]);
});

it('a full cache drops the least recently used value', () => {
  const cache = createSecondUseCache<{ text: string }>(100);
  for (const key of ['a', 'b', 'c']) cache.set(key, { text: key }, 50);
  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.text)).toEqual([undefined, 'b', 'c']);
});

it('a cache without memory admits nothing', () => {
  const cache = createSecondUseCache<{ text: string }>(0);
  expect([cache.admits('a'), cache.admits('a')]).toEqual([false, false]);
});
