import { type Calls, type Channel, createCalls } from '../../platform/cluster/calls.js';
import { remoteDebts } from '../../platform/cluster/shared-debts.js';
import { remoteTurns } from '../../platform/cluster/shared-turns.js';
import type { MetricValues } from '../../platform/metrics/gather.js';
import type { ExposedMetrics } from '../../platform/metrics.js';
import type { RequestDebts } from '../../platform/rate-limit/memory-rate-limiter.js';
import type { Turns } from '../../platform/storage/disk/turns.js';
import type { Ports } from '../ports.js';
import { LATE_VARIABLE, METRIC_SOURCES, type MemberName, OPENED, PAGE } from './protocol.js';

/** The parts that processes with one listener share through their primary process. */
export interface SharedParts {
  /** The migrated database. */
  readonly databaseUrl: string;
  readonly ports: Ports;
  /** The connections of this process for requests. */
  readonly requestConnections: number;
  /** The most concurrent runs of the plan solver in this process. */
  readonly planThreads: number;
  /** Counts rate limits in the primary process, for all processes together. */
  readonly requestDebts: RequestDebts;
  /** The turns of writers to the disk store. */
  readonly turns: Turns;
  /** Tells the job process that new jobs have been committed. */
  wakeJobs(): void;
}

/** A process of several: what it shares with the others through their primary process. */
export interface Member {
  /**
   * When it listens:
   * - early: at once, so that `/healthz` responds
   * - late: when it is ready, because other processes listen already
   * - never: it runs jobs only
   */
  readonly listens: 'early' | 'late' | 'never';
  /** Tells the primary process that this one listens. */
  listening(ports: Ports): void;
  /** Resolves when the primary process has opened the shared parts. */
  readonly shared: Promise<SharedParts>;
  /** The metrics of all processes. */
  metrics(): Promise<ExposedMetrics>;
  /** Sets the source of the metrics of this process. */
  onMetrics(read: ReadMetrics): void;
}

/** Reads the metrics of this process: all, or without those that all processes share. */
type ReadMetrics = (sources: 'all' | 'own') => Promise<MetricValues>;

/** The orders of the primary process. */
export interface Orders {
  /** Stops this process. Returns at once. */
  stop(): void;
  /** Some jobs were committed. */
  wake(): void;
  /** Loads the demo catalog on a first start. Resolves at its end, also if the load fails. */
  loadDemo(): Promise<void>;
}

/** Connects this process to its primary process over a channel. `orders` carries out its orders. */
export function joinPrimary(
  name: MemberName,
  channel: Channel,
  orders: Orders,
): { readonly member: Member; readonly primary: Calls } {
  let read: ReadMetrics = async () => [];
  let open: (shared: SharedParts) => void = () => undefined;
  const shared = new Promise<SharedParts>((resolve) => {
    open = resolve;
  });
  const primary = createCalls(channel, {
    open: (input) => open({ ...OPENED.parse(input), ...partsFrom(name, primary) }),
    stop: orders.stop,
    wake: orders.wake,
    loadDemo: orders.loadDemo,
    metrics: (input) => read(METRIC_SOURCES.parse(input)),
  });
  primary.notify('joined');
  const member: Member = {
    listens: listensOf(name),
    listening: ({ port, adminPort }) => primary.notify('listening', { port, adminPort }),
    shared,
    metrics: async () => PAGE.parse(await primary.call('metrics')),
    onMetrics(wanted) {
      read = wanted;
    },
  };
  return { member, primary };
}

function listensOf(name: MemberName): Member['listens'] {
  if (name === 'jobs') return 'never';
  return process.env[LATE_VARIABLE] === undefined ? 'early' : 'late';
}

function partsFrom(name: MemberName, primary: Calls) {
  return {
    requestDebts: remoteDebts(primary),
    turns: remoteTurns(primary),
    // The process that runs the jobs wakes itself.
    wakeJobs: () => (name === 'jobs' ? undefined : primary.notify('wakeJobs')),
  };
}
