import { Histogram } from 'prom-client';
import { LIMITS } from '../../registry/limits.js';
import type { Clock } from '../clock.js';

/** How long changes of mods take until search shows them, in this process. */
export interface SearchFreshness {
  /** Records that search shows a change of this time. */
  note(changedAt: Date): void;
  /** In seconds, for the metrics. */
  readonly histogram: Histogram;
}

const { searchFreshnessSeconds: promise } = LIMITS;

/** The alerts compare with 10 seconds and with 30 minutes (1,800). One bound is the promise. */
const BUCKETS_SECONDS = [0.5, 1, 2, 5, 10, promise, 30, 60, 300, 900, 1800, 3600];

/** Creates an empty record. */
export function createSearchFreshness(clock: Clock): SearchFreshness {
  const histogram = new Histogram({
    name: 'modport_search_freshness_seconds',
    help: 'Time from a change of a mod until search shows it.',
    buckets: BUCKETS_SECONDS,
    registers: [],
  });
  return {
    histogram,
    note(changedAt) {
      // The clock of the database may be ahead.
      histogram.observe(Math.max(0, clock.now().getTime() - changedAt.getTime()) / 1000);
    },
  };
}
