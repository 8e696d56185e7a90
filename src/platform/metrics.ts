import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the service counts and times, in the form that Prometheus reads. */
export interface Metrics {
  /** One finished request of the public API. */
  request(facts: { operation: string; method: string; status: number; seconds: number }): void;
  /** One request that a limit refused, by the class of the empty bucket. */
  limited(quotaBucket: string): void;
  /** All of it as text. */
  expose(): Promise<{ contentType: string; body: string }>;
}

/** Metrics of this process, with those of Node itself. */
export function createMetrics(): Metrics {
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
  return {
    request({ operation, method, status, seconds }) {
      requests.observe({ operation, method, status: String(status) }, seconds);
    },
    limited(quotaBucket) {
      limited.inc({ quota_bucket: quotaBucket });
    },
    async expose() {
      return { contentType: register.contentType, body: await register.metrics() };
    },
  };
}
