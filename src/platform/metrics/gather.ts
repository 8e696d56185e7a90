import { AggregatorRegistry, type PrometheusContentType } from 'prom-client';
import { z } from 'zod';

/** The metrics of one process, as prom-client writes them for another one. */
export type MetricSnapshot = z.output<typeof METRIC_SNAPSHOT>;

/** Checks a snapshot from another process. */
export const METRIC_SNAPSHOT = z.array(
  z.looseObject({ name: z.string(), type: z.string(), values: z.array(z.looseObject({})) }),
);

/** The metrics of several processes together. */
export interface GatheredMetrics {
  /** Records the newest snapshot of a process. */
  note(process: object, snapshot: MetricSnapshot): void;
  /** Keeps only what a process has counted, because it does not respond and its gauges are old. */
  keepCounts(process: object): void;
  /** Keeps what an ended process has counted, so that no counter falls when a process is replaced. */
  forget(process: object): void;
  /**
   * The newest snapshots as one page: sums, unless a gauge names another aggregation. `more` is a
   * snapshot of the calling process.
   */
  expose(more: MetricSnapshot): Promise<{ contentType: string; body: string }>;
}

/** Creates an empty collection. */
export function createGatheredMetrics(): GatheredMetrics {
  const newest = new Map<object, MetricSnapshot>();
  let ended: MetricSnapshot[] = [];
  return {
    note: (process, snapshot) => void newest.set(process, snapshot),
    keepCounts(process) {
      if (newest.has(process)) newest.set(process, countsOf(newest.get(process)));
    },
    forget(process) {
      ended.push(countsOf(newest.get(process)));
      newest.delete(process);
    },
    async expose(more) {
      // One snapshot for all ended processes.
      const counted = aggregate(ended);
      if (ended.length > 1) ended = [METRIC_SNAPSHOT.parse(await counted.getMetricsAsJSON())];
      const all = aggregate([...newest.values(), more, ...ended]);
      return { contentType: all.contentType, body: await all.metrics() };
    },
  };
}

const countsOf = (snapshot: MetricSnapshot = []): MetricSnapshot =>
  snapshot.filter(({ type }) => type === 'counter' || type === 'histogram');

const aggregate = (snapshots: readonly MetricSnapshot[]) =>
  AggregatorRegistry.aggregate<PrometheusContentType>([...snapshots]);
