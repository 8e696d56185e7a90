import { expect, it } from 'vitest';
import { createHorizon, type Sample } from '../../../src/platform/replica/horizon.js';

const sample = (at: number): Sample => ({
  snapshot: `${at}:${at}:`,
  lsn: `0/${at.toString(16).toUpperCase()}`,
  takenAt: at,
});

it('a horizon is the newest sample that the replica has reached', () => {
  const horizon = createHorizon();
  for (const at of [1, 2, 3]) horizon.add(sample(at));
  expect(horizon.reached()).toBeNull();
  horizon.replayed('0/2');
  expect(horizon.reached()).toEqual(sample(2));
  horizon.replayed('1/0');
  expect(horizon.reached()).toEqual(sample(3));
});

it('a horizon is forgotten if the replica is at an earlier position than before', () => {
  const horizon = createHorizon();
  horizon.add(sample(8));
  horizon.replayed('0/8');
  horizon.replayed('0/7');
  expect(horizon.reached()).toBeNull();
});

it('a horizon keeps few samples of a replica that never moves, and the oldest one', () => {
  const horizon = createHorizon();
  for (let at = 1; at < 10_000; at += 1) horizon.add(sample(at));
  horizon.replayed('0/1');
  expect(horizon.reached()).toEqual(sample(1));
  // Halfway through the list, whose middle was dropped.
  horizon.replayed('0/1388');
  expect(horizon.reached()).toEqual(sample(1));
  horizon.replayed('0/2700');
  expect(horizon.reached()).toEqual(sample(0x2700));
});
