import { Gauge, Registry } from 'prom-client';
import type { ClockUse } from './clock-watch.js';
import type { DatabaseLoad } from './database/lanes.js';
import { type CapacitySources, createCapacityUpdates } from './metrics/capacity.js';
import { METRIC_VALUES, type MetricValues } from './metrics/gather.js';
import {
  type ConnectionCounts,
  connectionMetrics,
  databaseMetrics,
  databaseWaitMetrics,
  jobGauges,
  type SharedReadUse,
  searchMetrics,
  sharedReadMetrics,
  spanMetrics,
  stateGauge,
  type VerificationCounts,
  verificationGauges,
} from './metrics/gauges.js';
import { nodeMetrics } from './metrics/node-metrics.js';
import { clockMetrics, type ProxyUse, proxyMetrics } from './metrics/proxy-and-clock.js';
import { replicaMetrics } from './metrics/replica-metrics.js';
import { createRequestMetrics, type RequestFacts } from './metrics/request-metrics.js';
import { createSource } from './metrics/source.js';
import type { Backlog } from './queue/backlog.js';
import type { ReplicaUse } from './replica/read-replica.port.js';
import type { SearchFreshness } from './search/freshness.js';
import type { FallbackUse } from './search/search.port.js';
import { lostSpans } from './tracing/tracing.js';

/** The metrics of the service in Prometheus format. */
export interface Metrics {
  /** Records one completed request. */
  request(facts: RequestFacts): void;
  /** Records one request that exceeded a rate limit, by the class of the empty bucket. */
  limited(quotaBucket: string): void;
  /** Records the number of open streams of live updates in this process. */
  streams(open: number): void;
  /** Returns all metrics as text. Waits at most `metricsPatienceMs` for slow sources. */
  expose(): Promise<ExposedMetrics>;
  /**
   * Returns the metrics for another process, which adds them to those of others. With `own`, it
   * omits the values of the shared sources, such as the database: only one process reads `all`.
   */
  values(sources: 'all' | 'own'): Promise<MetricValues>;
}

/** A page of metrics. */
export interface ExposedMetrics {
  readonly contentType: string;
  readonly body: string;
}

/**
 * The number of blobs that the second store should hold, but does not hold (`missing`). `faulty` is
 * how many of these the first store could not return correctly.
 */
export type MirrorBacklog = Readonly<Record<'missing' | 'faulty', number>>;

/** The number of undistributed events, and of deliveries in each state that is not final. */
export type WebhookBacklog = Readonly<
  Record<'events' | 'pending' | 'delivering' | 'retrying', number>
>;

/** The backlog of webhooks, and the deliveries whose attempts ran out within the last day. */
type WebhookCounts = WebhookBacklog & { readonly exhausted: number };

/**
 * The number of messages to send, and of those given up in the last 30 days and in the last hour.
 */
export type MailCounts = Readonly<Record<'waiting' | 'failed' | 'failed_last_hour', number>>;

/**
 * The sources of the metrics. They are called when the metrics are read; those in `CapacitySources`
 * are all optional, and some are called less often. If a call fails or is late, the value of an
 * earlier call is shown while it is not too old (`createSource`).
 */
export interface MetricsSources extends CapacitySources {
  /** The jobs of each kind. */
  backlog(): Promise<readonly Backlog[]>;
  /** Absent without a second store. */
  mirror?(): Promise<MirrorBacklog>;
  webhooks(): Promise<WebhookCounts>;
  mails(): Promise<MailCounts>;
  verification(): Promise<VerificationCounts>;
  /** Absent in a process without a listener. */
  readonly connections?: ConnectionCounts;
  /** Absent in a process without a search. */
  readonly freshness?: SearchFreshness;
  /** Absent if there is only one search engine. */
  search?(): FallbackUse;
  /** Absent without a pool. */
  database?(): DatabaseLoad | null;
  /** Absent without a read replica. */
  replica?(): ReplicaUse;
  /** Absent in a process without the API. */
  sharedReads?(): SharedReadUse;
  /** Absent where no clock is watched. */
  clock?(): ClockUse;
  /** Absent where no proxy is watched. */
  proxy?(): ProxyUse;
}

const TEXTS = {
  mirror: {
    name: 'modport_mirror_blobs',
    help: 'Stored files that the mirror does not hold: missing yet, or lost by the first store.',
  },
  webhooks: {
    name: 'modport_webhooks',
    help: 'Events that wait to be handed on, deliveries that have not ended, and those given up in a day.',
  },
  mails: {
    name: 'modport_mails',
    help: 'Messages to users: waiting to be sent, and given up in the last 30 days and in the last hour.',
  },
} as const;

/**
 * Creates the metrics: of this process, of Node, and of what all processes share, such as the jobs.
 */
export function createMetrics(sources: MetricsSources): Metrics {
  const { backlog, mirror, webhooks, mails, verification } = sources;
  const register = new Registry();
  const requests = createRequestMetrics(register);
  registerParts(register, sources);
  spanMetrics(register, lostSpans);
  const update = createUpdates(register);
  const updates = [
    update('jobs', jobGauges(register), backlog),
    ...(mirror ? [update('mirror', stateGauge(register, TEXTS.mirror), mirror)] : []),
    update('webhooks', stateGauge(register, TEXTS.webhooks), webhooks),
    update('mails', stateGauge(register, TEXTS.mails), mails),
    update('verification', verificationGauges(register), verification),
    ...createCapacityUpdates(register, update, sources),
  ];
  const all = Registry.merge([nodeMetrics(), register]);
  return {
    ...requests,
    async expose() {
      // Together: if the database hangs, the page waits as long as for one source.
      await Promise.all(updates.map((each) => each('all')));
      return { contentType: all.contentType, body: await all.metrics() };
    },
    async values(wanted) {
      await Promise.all(updates.map((each) => each(wanted)));
      return METRIC_VALUES.parse(await all.getMetricsAsJSON());
    },
  };
}

/** Registers the metrics of the parts that this process has. */
function registerParts(
  register: Registry,
  { connections, freshness, search, database, replica, sharedReads, clock, proxy }: MetricsSources,
): void {
  if (connections) connectionMetrics(register, connections);
  if (freshness) register.registerMetric(freshness.histogram);
  if (search) searchMetrics(register, search);
  if (database) {
    databaseMetrics(register, database);
    databaseWaitMetrics(register, database);
  }
  if (replica) replicaMetrics(register, replica);
  if (sharedReads) sharedReadMetrics(register, sharedReads);
  if (clock) clockMetrics(register, clock);
  if (proxy) proxyMetrics(register, proxy);
}

/**
 * Returns a function that connects a source of all processes with its gauges. Without values, the
 * gauges are empty. One more gauge shows the age of the values.
 */
function createUpdates(register: Registry) {
  const age = new Gauge({
    name: 'modport_metrics_age_seconds',
    help: 'Age of the values that a source gave, which are absent above a minute.',
    labelNames: ['source'],
    aggregator: 'max',
    registers: [register],
  });
  return <T>(
    name: string,
    show: (counts: T | null) => void,
    call: () => Promise<T>,
    everySeconds = 0,
  ) => {
    const source = createSource({ call, everySeconds });
    return async (wanted: 'all' | 'own'): Promise<void> => {
      const isWanted = wanted === 'all';
      show(isWanted ? await source.read() : null);
      const seconds = isWanted ? source.ageSeconds() : null;
      if (seconds === null) age.remove({ source: name });
      else age.set({ source: name }, seconds);
    };
  };
}
