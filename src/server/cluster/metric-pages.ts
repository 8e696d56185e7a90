import { Counter, Gauge, Registry } from 'prom-client';
import { inTime } from '../../platform/clock.js';
import type { Calls } from '../../platform/cluster/calls.js';
import { shareResult } from '../../platform/concurrency.js';
import type { Log } from '../../platform/log.js';
import {
  createGatheredMetrics,
  METRIC_VALUES,
  type MetricValues,
} from '../../platform/metrics/gather.js';
import { nodeMetrics } from '../../platform/metrics/node-metrics.js';
import type { ExposedMetrics } from '../../platform/metrics.js';
import { LIMITS } from '../../registry/limits.js';
import type { MemberProcess, MemberProcesses } from './member-processes.js';

/** The pages of metrics of all processes. */
interface MetricPages {
  /**
   * Computed at most once a second, within a few seconds. A process that does not respond gets a line
   * in the log, and only its last counters count.
   */
  read(): Promise<ExposedMetrics>;
  /** Drops the metrics of an ended process, except its counters, so that no sum falls. */
  forget(calls: Calls): void;
}

/** All metrics of a process, or those without what the database says about all processes. */
type Sources = 'all' | 'own';

/** More than the time that a process waits for its own sources (`metricsPatienceMs`). */
const PATIENCE_MS = 2_000;

/** Creates the pages from the metrics of the processes and of the primary process. */
export function createMetricPages(processes: () => MemberProcesses, log: Log): MetricPages {
  const gathered = createGatheredMetrics();
  const own = createOwnMetrics(processes);
  // Processes that do not respond get no second call meanwhile.
  const pending = new Map<Calls, { sources: Sources; response: Promise<unknown> }>();
  const request = async (calls: Calls, sources: Sources): Promise<unknown> => {
    const before = pending.get(calls);
    if (before && before.sources !== sources)
      throw new Error('it has not responded to an earlier request');
    if (before) return before.response;
    const response = calls.call('metrics', sources).finally(() => pending.delete(calls));
    pending.set(calls, { sources, response });
    return response;
  };
  const gather = async ({ name, calls }: MemberProcess, sources: Sources) => {
    try {
      const values = await inTime(request(calls, sources), PATIENCE_MS);
      gathered.note(calls, METRIC_VALUES.parse(values));
      return true;
    } catch (error) {
      gathered.keepCounts(calls);
      log.warn({ member: name, err: error }, 'a process returned no metrics');
      return false;
    }
  };
  const read = shareResult(LIMITS.operatorCacheSeconds, async () => {
    // A process that still owes a response may hang, so it comes last.
    const ready = readyOf(processes());
    const isWaiting = ({ calls }: MemberProcess) => Number(pending.has(calls));
    const [first, ...others] = ready.toSorted((one, other) => isWaiting(one) - isWaiting(other));
    // One process reads what the database says about all of them.
    const leads = first ? gather(first, 'all') : true;
    const responses = await Promise.all(others.map((member) => gather(member, 'own')));
    const substitute = others.find((_, at) => responses[at]);
    if (!(await leads) && substitute) await gather(substitute, 'all');
    return gathered.expose(await own());
  });
  return { read, forget: gathered.forget };
}

/** The metrics of the primary process, and those that only it knows. */
function createOwnMetrics(processes: () => MemberProcesses) {
  const register = new Registry();
  new Gauge({
    name: 'modport_processes',
    help: 'Processes of this service that are ready, besides the primary process.',
    labelNames: ['kind'],
    registers: [register],
    collect() {
      const ready = readyOf(processes());
      const jobs = ready.filter(({ name }) => name === 'jobs').length;
      this.set({ kind: 'server' }, ready.length - jobs);
      this.set({ kind: 'jobs' }, jobs);
    },
  });
  new Counter({
    name: 'modport_process_restarts_total',
    help: 'Processes that were started in place of one that had ended.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(processes().restarts());
    },
  });
  const all = Registry.merge([nodeMetrics(), register]);
  return async (): Promise<MetricValues> => METRIC_VALUES.parse(await all.getMetricsAsJSON());
}

const readyOf = (processes: MemberProcesses): readonly MemberProcess[] =>
  processes.members().filter(({ isReady }) => isReady);
