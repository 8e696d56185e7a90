import { expect, it } from 'vitest';
import { onceFor, onceForEach } from '../../src/platform/concurrency.js';

const counted = () => {
  let runs = 0;
  const work = onceFor((text: string, row: object) => {
    if (text === 'broken') throw new Error(text);
    runs += 1;
    return { text, row };
  });
  return { work, runs: () => runs };
};

it('work with the arguments of the last call runs once and returns the same result', () => {
  const { work, runs } = counted();
  const row = {};
  expect(work('a', row)).toBe(work('a', row));
  expect(runs()).toBe(1);
});

it('work with other arguments, or an equal but different object, runs again', () => {
  const { work, runs } = counted();
  const row = {};
  expect(work('a', row)).not.toBe(work('b', row));
  expect(work('b', row)).not.toBe(work('b', {}));
  expect(runs()).toBe(3);
});

it('work that threw runs again', () => {
  const { work } = counted();
  expect(() => work('broken', {})).toThrow('broken');
  expect(() => work('broken', {})).toThrow('broken');
  expect(work('a', {}).text).toBe('a');
});

it('work for each object runs once for it, also if the result is undefined, and again after an error', () => {
  const objects: object[] = [];
  const work = onceForEach((object: { readonly isBroken?: boolean }) => {
    objects.push(object);
    if (object.isBroken) throw new Error('broken');
  });
  const [one, two, broken] = [{}, {}, { isBroken: true }];
  for (const object of [one, two, one, two]) work(object);
  expect(objects).toEqual([one, two]);
  for (const _ of [1, 2]) expect(() => work(broken)).toThrow('broken');
  expect(objects).toHaveLength(4);
});
