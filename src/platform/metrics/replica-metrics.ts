import { Counter, Gauge, type Registry } from 'prom-client';
import { REPLICA_STATES, type ReplicaUse } from '../replica/read-replica.port.js';

/**
 * Registers the metrics of the use of a read replica by this process. Each metric calls `use` at
 * every scrape:
 * - a gauge of the state: 1 for the present state, 0 for the others
 * - a gauge of the lag in seconds, absent while the lag is unknown
 * - a counter of the reads since the start, by kind and by the database that served them
 */
export function replicaMetrics(register: Registry, use: () => ReplicaUse): void {
  const registers = [register];
  new Gauge({
    name: 'modport_replica_state',
    help: '1 for the state of the read replica as this process sees it: used, or why it is not.',
    labelNames: ['state'],
    registers,
    collect() {
      const { state } = use();
      for (const each of REPLICA_STATES) this.set({ state: each }, each === state ? 1 : 0);
    },
  });
  new Gauge({
    name: 'modport_replica_lag_seconds',
    help: 'Age of the newest changes that the read replica surely has.',
    aggregator: 'max',
    registers,
    collect() {
      const { lagSeconds } = use();
      if (lagSeconds === null) this.remove();
      else this.set(lagSeconds);
    },
  });
  new Counter({
    name: 'modport_replica_reads_total',
    help: 'Reads that the replica may serve, by kind and by the database that served them.',
    labelNames: ['read', 'source'],
    registers,
    collect() {
      this.reset();
      for (const [read, { replica, primary }] of Object.entries(use().reads)) {
        this.inc({ read, source: 'replica' }, replica);
        this.inc({ read, source: 'primary' }, primary);
      }
    },
  });
}
