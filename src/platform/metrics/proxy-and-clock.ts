import { Counter, Gauge, type Registry } from 'prom-client';
import type { ClockUse } from '../clock-watch.js';

/**
 * The knowledge of a process about the proxy in front of it, for the metrics. A test sends requests
 * of the process to its own PUBLIC_URL.
 */
export interface ProxyUse {
  /** Whether requests or the last test show a fault, by its name, such as `buffered_uploads`. */
  readonly faults: Readonly<Record<string, boolean>>;
  /** Whether the last test reached the process through the proxy; null before the first one. */
  readonly reached: boolean | null;
}

/** Registers the metrics of the proxy and of its settings. */
export function proxyMetrics(register: Registry, use: () => ProxyUse): void {
  new Gauge({
    name: 'modport_proxy_fault',
    help: '1 if the last requests of clients or the last test show a fault of the proxy or of its settings.',
    labelNames: ['fault'],
    aggregator: 'max',
    registers: [register],
    collect() {
      for (const [fault, isShown] of Object.entries(use().faults)) {
        this.set({ fault }, isShown ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'modport_proxy_tested',
    help: '1 if the last test of the proxy reached the service through PUBLIC_URL; absent before the first one.',
    aggregator: 'max',
    registers: [register],
    collect() {
      const { reached } = use();
      if (reached === null) this.remove();
      else this.set(reached ? 1 : 0);
    },
  });
}

/**
 * Registers the metrics of the clock of this process: its difference to the clock of each other
 * part, in seconds without a sign, and the number of its jumps.
 */
export function clockMetrics(register: Registry, use: () => ClockUse): void {
  new Gauge({
    name: 'modport_clock_skew_seconds',
    help: 'How far the clock of the process surely is from that of another part.',
    labelNames: ['against'],
    aggregator: 'max',
    registers: [register],
    collect() {
      this.reset();
      for (const [against, seconds] of Object.entries(use().ahead)) {
        this.set({ against }, Math.abs(seconds));
      }
    },
  });
  new Counter({
    name: 'modport_clock_jumps_total',
    help: 'Jumps of the clock of the process against the steady clock of its machine.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(use().jumps);
    },
  });
}
