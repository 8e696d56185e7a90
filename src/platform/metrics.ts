import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseLoad } from './database/lanes.js';
import { METRIC_SNAPSHOT, type MetricSnapshot } from './metrics/gather.js';
import {
  type ConnectionCounts,
  connectionMetrics,
  databaseMetrics,
  jobGauges,
  type SharedReadUse,
  searchMetrics,
  sharedReadMetrics,
  stateGauge,
  type VerificationCounts,
  verificationGauges,
} from './metrics/gauges.js';
import { replicaMetrics } from './metrics/replica-metrics.js';
import { createSource } from './metrics/source.js';
import type { Backlog } from './queue/backlog.js';
import type { ReplicaUse } from './replica/read-replica.port.js';
import type { SearchFreshness } from './search/freshness.js';
import type { FallbackUse } from './search/search.port.js';

/** The metrics of the service in Prometheus format. */
export interface Metrics {
  /** Records one completed request of the public API. */
  request(facts: { operation: string; method: string; status: number; seconds: number }): void;
  /** Records one request that exceeded a rate limit, by the class of the empty bucket. */
  limited(quotaBucket: string): void;
  /** Records the number of open streams of live updates in this process. */
  streams(open: number): void;
  /** Returns all metrics as text. */
  expose(): Promise<ExposedMetrics>;
  /**
   * Returns the metrics for another process, which adds them to those of others. Only one process
   * reads the values that all of them share from the database.
   */
  snapshot(sources: 'all' | 'own'): Promise<MetricSnapshot>;
}

/** A page of metrics. */
export interface ExposedMetrics {
  readonly contentType: string;
  readonly body: string;
}

/** The number of stored objects by their state in the second store. */
export type MirrorCounts = Readonly<Record<'missing' | 'faulty', number>>;

/** The number of undistributed events, and of deliveries in each state that is not final. */
export type WebhookCounts = Readonly<
  Record<'events' | 'pending' | 'delivering' | 'retrying', number>
>;

/** The number of messages to send, and of those abandoned in the last 30 days. */
export type MailCounts = Readonly<Record<'waiting' | 'failed', number>>;

/** The sources that the metrics query on each read. */
export interface MetricsSources {
  backlog(): Promise<readonly Backlog[]>;
  /** Absent without a second store. */
  mirror?(): Promise<MirrorCounts>;
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
}

const TEXTS = {
  mirror: {
    name: 'modport_mirror_blobs',
    help: 'Stored files that the mirror does not hold: missing yet, or lost by the first store.',
  },
  webhooks: {
    name: 'modport_webhooks',
    help: 'Events that wait to be handed on, and deliveries that have not ended.',
  },
  mails: {
    name: 'modport_mails',
    help: 'Messages to users: waiting to be sent, or given up in the last 30 days.',
  },
} as const;

let ofNode: Registry | undefined;

/**
 * The metrics of Node and of the process. All services of a process share them, because their
 * timers and observers run until the process ends.
 */
export function nodeMetrics(): Registry {
  if (ofNode) return ofNode;
  ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode });
  return ofNode;
}

/** Creates the metrics of this process and of Node, and of the jobs of all processes. */
export function createMetrics(sources: MetricsSources): Metrics {
  const { backlog, mirror, webhooks, mails, verification } = sources;
  const register = new Registry();
  const { requests, limited, streams } = requestMetrics(register);
  registerParts(register, sources);
  const update = createUpdates(register);
  const updates = [
    update('jobs', jobGauges(register), backlog),
    ...(mirror ? [update('mirror', stateGauge(register, TEXTS.mirror), mirror)] : []),
    update('webhooks', stateGauge(register, TEXTS.webhooks), webhooks),
    update('mails', stateGauge(register, TEXTS.mails), mails),
    update('verification', verificationGauges(register), verification),
  ];
  const all = Registry.merge([nodeMetrics(), register]);
  return {
    request({ operation, method, status, seconds }) {
      requests.observe({ operation, method, status: String(status) }, seconds);
    },
    limited(quotaBucket) {
      limited.inc({ quota_bucket: quotaBucket });
    },
    streams: (open) => streams.set(open),
    async expose() {
      // Together: if the database hangs, the page waits as long as for one source.
      await Promise.all(updates.map((each) => each('all')));
      return { contentType: all.contentType, body: await all.metrics() };
    },
    async snapshot(wanted) {
      await Promise.all(updates.map((each) => each(wanted)));
      return METRIC_SNAPSHOT.parse(await all.getMetricsAsJSON());
    },
  };
}

/** Registers the metrics of requests. */
function requestMetrics(register: Registry) {
  const registers = [register];
  const requests = new Histogram({
    name: 'modport_request_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers,
  });
  const limited = new Counter({
    name: 'modport_rate_limited_total',
    help: 'Requests that a rate limit refused.',
    labelNames: ['quota_bucket'],
    registers,
  });
  const streams = new Gauge({
    name: 'modport_live_streams',
    help: 'Open streams of live updates.',
    registers,
  });
  return { requests, limited, streams };
}

/** Registers the metrics of the parts that this process has. */
function registerParts(
  register: Registry,
  { connections, freshness, search, database, replica, sharedReads }: MetricsSources,
): void {
  if (connections) connectionMetrics(register, connections);
  if (freshness) register.registerMetric(freshness.histogram);
  if (search) searchMetrics(register, search);
  if (database) databaseMetrics(register, database);
  if (replica) replicaMetrics(register, replica);
  if (sharedReads) sharedReadMetrics(register, sharedReads);
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
  return <T>(name: string, show: (counts: T | null) => void, call: () => Promise<T>) => {
    const source = createSource({ call });
    return async (wanted: 'all' | 'own'): Promise<void> => {
      const isWanted = wanted === 'all';
      show(isWanted ? await source.read() : null);
      const seconds = isWanted ? source.ageSeconds() : null;
      if (seconds === null) age.remove({ source: name });
      else age.set({ source: name }, seconds);
    };
  };
}
