import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { embeddedRestarts } from '../embedded/supervise.js';

let ofNode: Registry | undefined;

/**
 * The metrics of Node and of the process. All services of a process share them, because their
 * timers and observers run until the process ends.
 */
export function nodeMetrics(): Registry {
  if (ofNode) return ofNode;
  ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode });
  new Counter({
    name: 'modport_embedded_restarts_total',
    help: 'Restarts of embedded parts after they died.',
    labelNames: ['part'],
    registers: [ofNode],
    collect() {
      this.reset();
      this.inc({ part: 'postgres' }, embeddedRestarts());
    },
  });
  return ofNode;
}
