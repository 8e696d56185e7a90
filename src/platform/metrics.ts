import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseLoad } from './database/lanes.js';
import type { Backlog } from './queue/backlog.js';

/** What the service counts and times, in the form that Prometheus reads. */
export interface Metrics {
  /** One finished request of the public API. */
  request(facts: { operation: string; method: string; status: number; seconds: number }): void;
  /** One request that a limit refused, by the class of the empty bucket. */
  limited(quotaBucket: string): void;
  /** All of it as text. */
  expose(): Promise<{ contentType: string; body: string }>;
}

/** How many stored objects stand in which way to the second store. */
export type MirrorCounts = Readonly<Record<'missing' | 'faulty', number>>;

/** How many events wait to be handed on, and deliveries in each state that is not final. */
export type WebhookCounts = Readonly<
  Record<'events' | 'pending' | 'delivering' | 'retrying', number>
>;

/** How many messages wait to be sent, and how many were given up in the last 30 days. */
export type MailCounts = Readonly<Record<'waiting' | 'failed', number>>;
/** How far the verification of stored bytes is. */
export interface VerificationCounts {
  /** Read and found right within the last day. */
  readonly verifiedBlobs: number;
  readonly verifiedBytes: number;
  /** In quarantine, because the store gave other bytes or none. */
  readonly corruptBlobs: number;
  /** How long the blob that is due for the longest time has waited. */
  readonly overdueSeconds: number;
}

/** What the metrics ask for each time that they are read. */
export interface MetricsSources {
  backlog(): Promise<readonly Backlog[]>;
  /** Left out where there is no second store. */
  mirror?(): Promise<MirrorCounts>;
  webhooks(): Promise<WebhookCounts>;
  mails(): Promise<MailCounts>;
  verification(): Promise<VerificationCounts>;
  /** Left out where nothing listens. */
  readonly connections?: ConnectionCounts;
  /** Left out where there is no pool. */
  database?(): DatabaseLoad | null;
}

/** Pipelined requests that wait, and connections that were closed for sending too far ahead. */
export interface ConnectionCounts {
  waiting(): number;
  floods(): number;
}

/** Metrics of this process, with those of Node itself, and of the jobs of all processes. */
export function createMetrics(sources: MetricsSources): Metrics {
  const { backlog, mirror, webhooks, mails, verification, connections } = sources;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'modport_request_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers: [register],
  });
  const limited = new Counter({
    name: 'modport_rate_limited_total',
    help: 'Requests that a rate limit refused.',
    labelNames: ['quota_bucket'],
    registers: [register],
  });
  const showBacklog = jobGauges(register);
  const showMirror = mirrorGauge(register);
  const showWebhooks = webhookGauge(register);
  if (connections) connectionMetrics(register, connections);
  const showMails = mailGauge(register);
  if (sources.database) databaseMetrics(register, sources.database);
  const showVerification = verificationGauges(register);
  return {
    request({ operation, method, status, seconds }) {
      requests.observe({ operation, method, status: String(status) }, seconds);
    },
    limited(quotaBucket) {
      limited.inc({ quota_bucket: quotaBucket });
    },
    async expose() {
      // Without the database, whoever is called at night still gets all other numbers.
      showBacklog(await backlog().catch(() => []));
      showMirror((await mirror?.().catch(() => null)) ?? null);
      showWebhooks(await webhooks().catch(() => null));
      showMails(await mails().catch(() => null));
      showVerification(await verification().catch(() => null));
      return { contentType: register.contentType, body: await register.metrics() };
    },
  };
}

/** Pipelined requests of this process, and connections that it closed for them. */
function connectionMetrics(register: Registry, { waiting, floods }: ConnectionCounts): void {
  new Gauge({
    name: 'modport_pipelined_requests',
    help: 'Parsed requests that wait for an earlier one of their connection.',
    registers: [register],
    collect() {
      this.set(waiting());
    },
  });
  new Counter({
    name: 'modport_pipelined_closed_total',
    help: 'Connections that were closed because they sent too many requests ahead.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(floods());
    },
  });
}

/** How the connections to PostgreSQL of this process are used. */
function databaseMetrics(register: Registry, load: () => DatabaseLoad | null): void {
  new Gauge({
    name: 'modport_database_connections',
    help: 'Connections to PostgreSQL in use; statements that wait for one, and callers of them.',
    labelNames: ['lane', 'state'],
    registers: [register],
    collect() {
      for (const [lane, { inUse, waiting, callers }] of Object.entries(load() ?? {})) {
        this.set({ lane, state: 'in_use' }, inUse);
        this.set({ lane, state: 'waiting' }, waiting);
        this.set({ lane, state: 'callers_waiting' }, callers);
      }
    },
  });
  new Counter({
    name: 'modport_database_refused_total',
    help: 'Statements and transactions that got no connection: too many waited, or for too long.',
    labelNames: ['lane'],
    registers: [register],
    collect() {
      this.reset();
      for (const [lane, { refused }] of Object.entries(load() ?? {})) this.inc({ lane }, refused);
    },
  });
}

/** The gauges of jobs, and what sets them; what is not known is not shown. */
function jobGauges(register: Registry): (backlog: readonly Backlog[]) => void {
  const jobs = new Gauge({
    name: 'modport_jobs',
    help: 'Jobs of all processes: due, scheduled for later, running, or given up.',
    labelNames: ['kind', 'state'],
    registers: [register],
  });
  const oldest = new Gauge({
    name: 'modport_jobs_oldest_due_seconds',
    help: 'How long the oldest job that is due has waited for a process.',
    labelNames: ['kind'],
    registers: [register],
  });
  return (backlog) => {
    jobs.reset();
    oldest.reset();
    for (const { kind, oldestDueSeconds, ...counts } of backlog) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ kind, state }, count);
      oldest.set({ kind }, oldestDueSeconds);
    }
  };
}

/** The gauge of webhooks, and what sets it; what is not known is not shown. */
function webhookGauge(register: Registry): (counts: WebhookCounts | null) => void {
  const gauge = new Gauge({
    name: 'modport_webhooks',
    help: 'Events that wait to be handed on, and deliveries that have not ended.',
    labelNames: ['state'],
    registers: [register],
  });
  return (counts) => {
    gauge.reset();
    for (const [state, count] of Object.entries(counts ?? {})) gauge.set({ state }, count);
  };
}

/** The gauge of messages; unknown numbers are left out. */
function mailGauge(register: Registry): (counts: MailCounts | null) => void {
  const gauge = new Gauge({
    name: 'modport_mails',
    help: 'Messages to users: waiting to be sent, or given up in the last 30 days.',
    labelNames: ['state'],
    registers: [register],
  });
  return (counts) => {
    gauge.reset();
    for (const [state, count] of Object.entries(counts ?? {})) gauge.set({ state }, count);
  };
}

/** The gauges of verified bytes, and what sets them; what is not known is not shown. */
function verificationGauges(register: Registry): (counts: VerificationCounts | null) => void {
  const registers = [register];
  const gauges = {
    verifiedBlobs: new Gauge({
      name: 'modport_verified_blobs',
      help: 'Stored files whose bytes were read and found right within the last day.',
      registers,
    }),
    verifiedBytes: new Gauge({
      name: 'modport_verified_bytes',
      help: 'Bytes of stored files that were read and found right within the last day.',
      registers,
    }),
    corruptBlobs: new Gauge({
      name: 'modport_corrupt_blobs',
      help: 'Stored files in quarantine: the store gave other bytes than were published, or none.',
      registers,
    }),
    overdueSeconds: new Gauge({
      name: 'modport_verification_overdue_seconds',
      help: 'How long the stored file that is due for the longest time waits to be read again.',
      registers,
    }),
  };
  return (counts) => {
    for (const [name, gauge] of Object.entries(gauges)) {
      gauge.reset();
      if (counts) gauge.set(counts[name as keyof VerificationCounts]);
      else gauge.remove();
    }
  };
}

/** The gauge of the second store, and what sets it; there is none without such a store. */
function mirrorGauge(register: Registry): (counts: MirrorCounts | null) => void {
  let gauge: Gauge | undefined;
  return (counts) => {
    gauge?.reset();
    if (counts === null) return;
    gauge ??= new Gauge({
      name: 'modport_mirror_blobs',
      help: 'Stored files that the mirror does not hold: missing yet, or lost by the first store.',
      labelNames: ['state'],
      registers: [register],
    });
    for (const [state, count] of Object.entries(counts)) gauge.set({ state }, count);
  };
}
