import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** A completed request. */
export interface RequestFacts {
  /** The operation of the REST API, or the name of another route. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

/** The others share one label, because a client chooses the method. */
const METHODS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

/** Registers the metrics of requests. Returns the functions that record them. */
export function createRequestMetrics(register: Registry) {
  const registers = [register];
  const requests = new Histogram({
    name: 'modport_request_seconds',
    help: 'Time from the request line to the end of the response.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
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
  return {
    request({ operation, method, status, seconds }: RequestFacts) {
      const known = METHODS.has(method) ? method : 'OTHER';
      requests.observe({ operation, method: known, status: String(status) }, seconds);
    },
    limited(quotaBucket: string) {
      limited.inc({ quota_bucket: quotaBucket });
    },
    streams: (open: number) => streams.set(open),
  };
}
