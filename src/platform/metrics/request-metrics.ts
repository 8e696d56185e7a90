import { Counter, Gauge, type Registry } from 'prom-client';
import { RequestSeconds } from './request-seconds.js';

/** A completed request. */
export interface RequestFacts {
  /** The operation of the REST API, or the name of another route. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** The methods with a label of their own. Others share one label, because a client chooses them. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/**
 * Registers the metrics of requests, of rate-limited ones and of live streams. Returns the
 * functions that record them, see `Metrics`.
 */
export function createRequestMetrics(register: Registry) {
  const registers = [register];
  const requests = new RequestSeconds(register);
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
  return {
    request({ operation, method, status, seconds }: RequestFacts) {
      requests.record(operation, METHODS.has(method) ? method : 'OTHER', status, seconds);
    },
    limited(quotaBucket: string) {
      limited.inc({ quota_bucket: quotaBucket });
    },
    streams: (open: number) => streams.set(open),
  };
}
