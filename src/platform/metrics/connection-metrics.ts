import { Counter, Gauge, type Registry } from 'prom-client';

/** Pipelined requests that wait, and connections that were closed for sending too far ahead. */
export interface ConnectionCounts {
  waiting(): number;
  floods(): number;
}

/** Pipelined requests of this process, and connections that it closed for them. */
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
