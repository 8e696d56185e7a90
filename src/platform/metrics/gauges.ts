import { Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseLoad } from '../database/lanes.js';
import type { Backlog } from '../queue/backlog.js';
import type { FallbackUse } from '../search/search.port.js';

/** Registers the gauges of jobs. Returns a function that sets them; null empties them. */
export function jobGauges(register: Registry): (backlog: readonly Backlog[] | null) => void {
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
    for (const { kind, oldestDueSeconds, ...counts } of backlog ?? []) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ kind, state }, count);
      oldest.set({ kind }, oldestDueSeconds);
    }
  };
}

/** The name of a gauge and its text for operators. */
interface GaugeText {
  readonly name: string;
  readonly help: string;
}

/** Registers a gauge of counts by state. Returns a function that sets it; null empties it. */
export function stateGauge(
  register: Registry,
  text: GaugeText,
): (counts: Readonly<Record<string, number>> | null) => void {
  const gauge = new Gauge({ ...text, labelNames: ['state'], registers: [register] });
  return (counts) => {
    gauge.reset();
    for (const [state, count] of Object.entries(counts ?? {})) gauge.set({ state }, count);
  };
}

/** The progress of the verification of stored bytes. */
export interface VerificationCounts {
  /** Verified within the last day. */
  readonly verifiedBlobs: number;
  readonly verifiedBytes: number;
  /** In the state `corrupt`, because the store returned other bytes or none. */
  readonly corruptBlobs: number;
  /** The waiting time of the blob that has been due the longest. */
  readonly overdueSeconds: number;
}

/**
 * Registers the gauges of the verification. Returns a function that sets them; null removes them.
 */
export function verificationGauges(
  register: Registry,
): (counts: VerificationCounts | null) => void {
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
      help: 'Damaged stored files: the store gave other bytes than were published, or none.',
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

/** Registers the metrics of this process's connections to PostgreSQL. */
export function databaseMetrics(register: Registry, load: () => DatabaseLoad | null): void {
  new Gauge({
    name: 'modport_database_connections',
    help: 'Connections to PostgreSQL: in use and allowed; statements that wait, and their callers.',
    labelNames: ['lane', 'state'],
    registers: [register],
    collect() {
      for (const [lane, { inUse, waiting, callers, limit }] of Object.entries(load() ?? {})) {
        this.set({ lane, state: 'in_use' }, inUse);
        this.set({ lane, state: 'limit' }, limit);
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

const WAIT_COUNTERS = [
  {
    name: 'modport_database_waits_total',
    help: 'Statements and transactions that had to wait for a connection.',
    member: 'waits',
  },
  {
    name: 'modport_database_wait_seconds_total',
    help: 'The sum of their waits.',
    member: 'waitedSeconds',
  },
] as const;

/** Registers the waits for connections to PostgreSQL. */
export function databaseWaitMetrics(register: Registry, load: () => DatabaseLoad | null): void {
  for (const { name, help, member } of WAIT_COUNTERS) {
    new Counter({
      name,
      help,
      labelNames: ['lane'],
      registers: [register],
      collect() {
        this.reset();
        for (const [lane, counts] of Object.entries(load() ?? {}))
          this.inc({ lane }, counts[member]);
      },
    });
  }
}

/**
 * The number of requests in progress (`running`), and of parsed requests that wait for an earlier
 * one of their connection (`waiting`). `floods` counts the connections that were closed since the
 * start because too many of their requests waited.
 */
export interface ConnectionCounts {
  running(): number;
  waiting(): number;
  floods(): number;
}

/** Registers the metrics of running and pipelined requests, and of connections closed for them. */
export function connectionMetrics(
  register: Registry,
  { running, waiting, floods }: ConnectionCounts,
): void {
  new Gauge({
    name: 'modport_requests_in_flight',
    help: 'Requests in progress, with open live updates.',
    registers: [register],
    collect() {
      this.set(running());
    },
  });
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

/** Registers the metric of lost spans. */
export function spanMetrics(register: Registry, lost: () => number): void {
  new Counter({
    name: 'modport_spans_lost_total',
    help: 'Spans of traces that the collector did not get.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(lost());
    },
  });
}

/** Registers the metrics of a search engine with a fallback. */
export function searchMetrics(register: Registry, use: () => FallbackUse): void {
  new Gauge({
    name: 'modport_search_fallback',
    help: '1 while PostgreSQL serves the searches of Meilisearch.',
    aggregator: 'max',
    registers: [register],
    collect() {
      this.set(use().isInUse ? 1 : 0);
    },
  });
  new Counter({
    name: 'modport_search_fallbacks_total',
    help: 'Searches that PostgreSQL served because Meilisearch could not.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(use().searches);
    },
  });
}

/** The reads that requests share, counted since the start, and what is stored for them now. */
export interface SharedReadUse {
  /** Anonymous requests for public reads. */
  readonly requests: number;
  /** Runs that served these requests; each began after all of its requests. */
  readonly runs: number;
  /** Runs that found their content stored under its current validator. */
  readonly hits: number;
  /** Stored contents, and their size with their compressed forms. */
  readonly entries: number;
  readonly bytes: number;
  /** The documents whose JSON is stored. */
  readonly documents: number;
  readonly document_bytes: number;
}

const SHARED_READ_COUNTERS = {
  requests: 'Anonymous requests for public reads.',
  runs: 'Runs that served these requests; each began after all of its requests.',
  hits: 'Runs that found their content stored under its current validator.',
} as const;

const SHARED_READ_GAUGES = {
  entries: 'Stored contents of public reads.',
  bytes: 'Size of the stored contents of public reads, with their compressed forms.',
  documents: 'Documents whose JSON is stored, from which contents are assembled.',
  document_bytes: 'Size of the stored JSON of documents.',
} as const;

/** Registers the metrics of shared reads. */
export function sharedReadMetrics(register: Registry, use: () => SharedReadUse): void {
  for (const name of ['requests', 'runs', 'hits'] as const) {
    new Counter({
      name: `modport_shared_read_${name}_total`,
      help: SHARED_READ_COUNTERS[name],
      registers: [register],
      collect() {
        this.reset();
        this.inc(use()[name]);
      },
    });
  }
  for (const name of ['entries', 'bytes', 'documents', 'document_bytes'] as const) {
    new Gauge({
      name: `modport_shared_read_${name}`,
      help: SHARED_READ_GAUGES[name],
      registers: [register],
      collect() {
        this.set(use()[name]);
      },
    });
  }
}
