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
  const seriesOf = createSeries(requests);
  return {
    request({ operation, method, status, seconds }: RequestFacts) {
      const known = METHODS.has(method) ? method : 'OTHER';
      seriesOf(operation, known, status).observe(seconds);
    },
    limited(quotaBucket: string) {
      limited.inc({ quota_bucket: quotaBucket });
    },
    streams: (open: number) => streams.set(open),
  };
}

type Series = ReturnType<Histogram['labels']>;

/** The series of the histogram by their labels. They are kept, so that no request makes labels. */
function createSeries(requests: Histogram) {
  const known = new Map<string, Map<string, Map<number, Series>>>();
  return (operation: string, method: string, status: number): Series => {
    const ofMethod = inMap(inMap(known, operation), method);
    let series = ofMethod.get(status);
    if (!series) {
      series = requests.labels(operation, method, String(status));
      ofMethod.set(status, series);
    }
    return series;
  };
}

/** The map at a key, which is made first if it is missing. */
function inMap<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let found = maps.get(key);
  if (!found) {
    found = new Map();
    maps.set(key, found);
  }
  return found;
}
