import { Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../queue/backlog.js';

/** Registers the gauges of jobs. Returns a function that sets them; null empties them. */
export function jobGauges(register: Registry): (backlog: readonly Backlog[] | null) => void {
  const jobs = new Gauge({
    name: 'modport_jobs',
    help: 'Jobs of all processes: due, scheduled for later, running, or given up.',
    labelNames: ['kind', 'state'],
    registers: [register],
  });
  const oldest = new Gauge({
    name: 'modport_jobs_oldest_due_seconds',
    help: 'How long the oldest job that is due has waited for a process.',
    labelNames: ['kind'],
    registers: [register],
  });
  return (backlog) => {
    jobs.reset();
    oldest.reset();
    for (const { kind, oldestDueSeconds, ...counts } of backlog ?? []) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ kind, state }, count);
      oldest.set({ kind }, oldestDueSeconds);
    }
  };
}
