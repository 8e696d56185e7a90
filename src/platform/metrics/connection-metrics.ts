import { Counter, Gauge, type Registry } from 'prom-client';

/** The number of waiting pipelined requests, and of connections closed for too many of them. */
export interface ConnectionCounts {
  waiting(): number;
  floods(): number;
}

/** Registers the metrics of pipelined requests, and of connections that were closed for them. */
export function connectionMetrics(register: Registry, { waiting, floods }: ConnectionCounts): void {
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
