import type { AskDebts } from '../../platform/rate-limit/memory-rate-limiter.js';
import type { Turns } from '../../platform/storage/disk/turns.js';
import type { Ports } from '../ports.js';

/** The parts that processes with one listener share through their primary process. */
export interface SharedParts {
  /** The migrated database. */
  readonly databaseUrl: string;
  readonly ports: Ports;
  /** The connections of this process for requests. */
  readonly requestConnections: number;
  /** The most concurrent runs of the plan solver in this process. */
  readonly planThreads: number;
  /** Counts rate limits in the primary process, for all processes together. */
  readonly askDebts: AskDebts;
  /** The turns of writers to the disk store. */
  readonly turns: Turns;
  /** Notifies the process that runs the jobs of newly committed ones. */
  wakeJobs(): void;
}
