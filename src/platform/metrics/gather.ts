import { AggregatorRegistry, type PrometheusContentType } from 'prom-client';
import { z } from 'zod';

/** The metrics of one process, as prom-client writes them for another one. */
export type MetricValues = z.output<typeof METRIC_VALUES>;

/** Checks the values from another process. */
export const METRIC_VALUES = z.array(
  z.looseObject({ name: z.string(), type: z.string(), values: z.array(z.looseObject({})) }),
);

/** The metrics of several processes together. */
export interface GatheredMetrics {
  /** Records the newest values of a process. */
  note(process: object, values: MetricValues): void;
  /** Keeps only the counts of a process that does not respond, because its gauges are old. */
  keepCounts(process: object): void;
  /** Keeps the counts of an ended process, so that no counter falls when it is replaced. */
  forget(process: object): void;
  /**
   * The newest values as one page: sums, unless a gauge names another aggregation. `more` are
   * those of the calling process.
   */
  expose(more: MetricValues): Promise<{ contentType: string; body: string }>;
}

/** Creates an empty collection. */
export function createGatheredMetrics(): GatheredMetrics {
  const newest = new Map<object, MetricValues>();
  let ended: MetricValues[] = [];
  return {
    note: (process, values) => void newest.set(process, values),
    keepCounts(process) {
      if (newest.has(process)) newest.set(process, countsOf(newest.get(process)));
    },
    forget(process) {
      ended.push(countsOf(newest.get(process)));
      newest.delete(process);
    },
    async expose(more) {
      // One set of values for all ended processes.
      const counted = aggregate(ended);
      if (ended.length > 1) ended = [METRIC_VALUES.parse(await counted.getMetricsAsJSON())];
      const all = aggregate([...newest.values(), more, ...ended]);
      return { contentType: all.contentType, body: await all.metrics() };
    },
  };
}

const countsOf = (values: MetricValues = []): MetricValues =>
  values.filter(({ type }) => type === 'counter' || type === 'histogram');

const aggregate = (all: readonly MetricValues[]) =>
  AggregatorRegistry.aggregate<PrometheusContentType>([...all]);
