import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSource } from '../../src/platform/metrics/source.js';
import { LIMITS } from '../../src/registry/limits.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const PATIENCE_MS = LIMITS.metricsPatienceMs;
const never = new Promise<never>(() => undefined);

/** A source whose first call gives 1, and whose later calls give `later`. */
function openSource(later: () => Promise<number>) {
  let calls = 0;
  const call = () => {
    calls += 1;
    return calls === 1 ? Promise.resolve(1) : later();
  };
  return { source: createSource({ call }), calls: () => calls };
}

async function readAfterPatience<T>({ read }: { read(): Promise<T> }): Promise<T> {
  const reading = read();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  return reading;
}

test('a source that hangs gives its last values for a minute, and starts no second call', async () => {
  const { source, calls } = openSource(() => never);
  expect(await source.read()).toBe(1);
  expect(await readAfterPatience(source)).toBe(1);
  expect(await readAfterPatience(source)).toBe(1);
  await vi.advanceTimersByTimeAsync(LIMITS.metricsKeptSeconds * 1000);
  expect(await readAfterPatience(source)).toBeNull();
  expect(source.ageSeconds()).toBeGreaterThan(LIMITS.metricsKeptSeconds);
  expect(calls()).toBe(2);
});

test('a source that never gave values gives none, and its age counts from its first read', async () => {
  const source = createSource({ call: () => Promise.reject(new Error('away')) });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(source.ageSeconds()).toBeNull();
  expect(await source.read()).toBeNull();
  await vi.advanceTimersByTimeAsync(400_000);
  expect([await source.read(), source.ageSeconds()]).toEqual([null, 400]);
});

test('a call that ends after the limit gives the values of the next read', async () => {
  let answer: (value: number) => void = () => undefined;
  const { source, calls } = openSource(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await source.read();
  expect(await readAfterPatience(source)).toBe(1);
  answer(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(await readAfterPatience(source)).toBe(2);
  expect(calls()).toBe(3);
});
