import type { BenchRow } from '../row.js';
import type { BenchQuery } from './queries.js';
import { type Engine, quantile, type Times } from './time-queries.js';

/** The times of all engines in a catalog of one size. The first is ours, the second the floor. */
export interface SizeTimes {
  readonly mods: number;
  readonly queries: readonly BenchQuery[];
  readonly mixed: Times;
  readonly frequent: Times;
  readonly rare: Times;
  /** Suggestions, of our engine only. */
  readonly typed: Times;
}

/** The greatest allowed values. Except for `p50Ms`, they are for 95th percentiles. */
const TARGET = { p50Ms: 15, p95Ms: 60, floorRatio: 0.6, growth: 2, suggestionMs: 20 };

/** Frequent words may take this much longer than rare ones: the noise of the machine. */
const WORD_RATIO_MAX = 1.1;

/**
 * The median and the 95th percentile of each engine, ours against the floor, and our kind of
 * queries with the highest median.
 */
export function rowsOf({ mods, queries, mixed }: SizeTimes): BenchRow[] {
  const [own, floor] = [...mixed.values()];
  if (!own || !floor) throw new Error('two engines are compared');
  const about = `${mods} mods, ${own.length} queries`;
  const rows = [...mixed].flatMap(([{ name }, times], at) => [
    quantileRow(`${about}, ${name}, p50`, times, 0.5, at === 0 ? TARGET.p50Ms : undefined),
    quantileRow(`${about}, ${name}, p95`, times, 0.95, at === 0 ? TARGET.p95Ms : undefined),
  ]);
  const value = quantile(own, 0.95);
  const floorMs = quantile(floor, 0.95);
  const ratio = value / floorMs;
  const target = `at most ${TARGET.floorRatio} ×`;
  const ok = ratio <= TARGET.floorRatio;
  const comparison = {
    name: `${mods} mods, p95 against ts_rank`,
    comparedWith: 'ts_rank',
    ratio,
    target,
    ok,
  };
  return [...rows, { value, unit: 'ms', ...comparison }, slowestRow(mods, queries, own)];
}

function quantileRow(
  name: string,
  times: readonly number[],
  part: number,
  targetMs: number | undefined,
): BenchRow {
  const value = quantile(times, part);
  if (targetMs === undefined) return { name, value, unit: 'ms' };
  return { name, value, unit: 'ms', target: `at most ${targetMs} ms`, ok: value <= targetMs };
}

/** The kind of queries with the highest median. */
function slowestRow(
  mods: number,
  queries: readonly BenchQuery[],
  own: readonly number[],
): BenchRow {
  const kinds = [...new Set(queries.map(({ category }) => category))].map((category) => ({
    category,
    value: quantile(
      own.filter((_, at) => queries[at]?.category === category),
      0.5,
    ),
  }));
  const { category, value } = kinds.reduce((one, other) => (other.value > one.value ? other : one));
  return {
    name: `${mods} mods, PostgreSQL, p50 of the slowest kind: ${category}`,
    value,
    unit: 'ms',
  };
}

/** Words that every mod has, against words that few have. */
export function wordRow({ mods, frequent, rare }: SizeTimes): BenchRow {
  const [value, rareMs] = [frequent, rare].map((times) => quantile(firstOf(times), 0.5));
  const ratio = (value ?? Number.NaN) / (rareMs ?? Number.NaN);
  return {
    name: `${mods} mods, PostgreSQL, two words of every mod, p50`,
    value: value ?? Number.NaN,
    unit: 'ms',
    comparedWith: 'two rare words',
    ratio,
    target: `at most ${WORD_RATIO_MAX} ×`,
    ok: ratio <= WORD_RATIO_MAX,
  };
}

/** The median and the 95th percentile of suggestions. */
export function suggestionRows({ mods, typed }: SizeTimes): BenchRow[] {
  const times = firstOf(typed);
  const about = `${mods} mods, ${times.length} suggestions`;
  return [
    quantileRow(`${about}, p50`, times, 0.5, undefined),
    quantileRow(`${about}, p95`, times, 0.95, TARGET.suggestionMs),
  ];
}

/** The p95 in the largest catalog against that in the smallest. */
export function growthRow(small: SizeTimes, large: SizeTimes): BenchRow {
  const [before, value] = [small, large].map(({ mixed }) => quantile(firstOf(mixed), 0.95));
  const ratio = (value ?? Number.NaN) / (before ?? Number.NaN);
  return {
    name: `PostgreSQL, p95 from ${small.mods} to ${large.mods} mods`,
    value: value ?? Number.NaN,
    unit: 'ms',
    comparedWith: `${small.mods} mods`,
    ratio,
    target: `at most ${TARGET.growth} ×`,
    ok: ratio <= TARGET.growth,
  };
}

function firstOf(times: ReadonlyMap<Engine, readonly number[]>): readonly number[] {
  return [...times.values()][0] ?? [];
}
