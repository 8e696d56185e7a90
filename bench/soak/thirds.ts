/** Figures of the service at one time. */
export type Sample = Readonly<Record<string, number>>;

/** A figure that must stay level under a steady load. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  /** Growth up to this is noise, regardless of its share. */
  readonly noise: number;
}

/** A figure in each third of the samples, and whether the last third has grown. */
export interface Thirds extends Measure {
  readonly values: readonly [number, number, number];
  readonly hasGrown: boolean;
}

/** The growth from the second third to the last one that is still level. */
const GROWTH_MAX = 0.05;
const LEAST_SAMPLES = 3;

/**
 * The medians of a figure by thirds of the samples. It has grown if the last third exceeds the
 * second one by more than 5 % and by more than the noise. The first third warms up. Throws for
 * fewer than three samples, or if one of them lacks the figure.
 */
export function thirdsOf(samples: readonly Sample[], measure: Measure): Thirds {
  if (samples.length < LEAST_SAMPLES) throw new Error(`${samples.length} samples are too few`);
  const values = samples.map((sample) => {
    const value = sample[measure.name];
    if (value === undefined) throw new Error(`a sample has no ${measure.name}`);
    return value;
  });
  const third = (at: number) =>
    medianOf(values.slice((at * values.length) / 3, ((at + 1) * values.length) / 3));
  const first = third(0);
  const second = third(1);
  const last = third(2);
  const growth = last - second;
  const hasGrown = growth > measure.noise && growth > second * GROWTH_MAX;
  return { ...measure, values: [first, second, last], hasGrown };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
