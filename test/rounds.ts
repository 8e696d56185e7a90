import { test } from 'vitest';

/** Whether `npm run test:long` runs. */
export const isLong = process.env['LONG_TESTS'] === '1';

/** The number of rounds of a repeated test: few in npm test, all in npm run test:long. */
export function rounds(few: number, all: number): number {
  return isLong ? all : few;
}

/** The cases of a table: the first list in npm test, both in npm run test:long. */
export function withLong<T>(cases: readonly T[], longCases: readonly T[]): readonly T[] {
  return isLong ? [...cases, ...longCases] : cases;
}

/**
 * Some cases of a list: `few` from the place `turn` on in npm test, all in npm run test:long. If
 * each test has another turn, the tests together cover the list in npm test too.
 */
export function someOf<const T>(all: readonly T[], few: number, turn = 0): readonly T[] {
  if (isLong) return all;
  const first = turn % Math.max(1, all.length);
  return all.filter((_, at) => (at - first + all.length) % all.length < few);
}

/**
 * Every nth case of a list, from the first one on, in npm test; all in npm run test:long. The cases
 * are spread over the list, so that each kind of a sorted list has some.
 */
export function everyNth<const T>(all: readonly T[], nth: number): readonly T[] {
  if (isLong) return all;
  return all.filter((_, at) => at % nth === 0);
}

/** A test that only npm run test:long runs, because npm test proves most of its promise elsewhere. */
export function longTest(name: string, run: () => unknown, timeoutMs?: number): void {
  if (isLong) test(name, run, timeoutMs);
}

/** Declares tests that only npm run test:long runs. */
export function inLongTests(declare: () => void): void {
  if (isLong) declare();
}
