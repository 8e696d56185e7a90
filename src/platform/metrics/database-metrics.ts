import { Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseLoad } from '../database/lanes.js';

/** Registers the metrics of this process's connections to PostgreSQL. */
export function databaseMetrics(register: Registry, load: () => DatabaseLoad | null): void {
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
