import type { Modport } from '../hosts/modport.js';
import type { Surroundings } from '../hosts/topology.js';
import type { MailSink, WebhookReceiver } from '../receivers.js';

/** The parts that faults break. */
export interface Cluster {
  readonly around: Surroundings;
  readonly modport: Modport;
  readonly receiver: WebhookReceiver;
  readonly mail: MailSink;
}

/** The kinds of faults, in the order of the report. */
export const FAULT_KINDS = [
  'kill',
  'freeze',
  'power-off',
  'switchover',
  'emptied',
  'link-cut',
  'throttled',
  'delayed',
  'lossy',
  'store',
  'disk-full',
  'away',
] as const;

/** A fault of one part of the cluster. */
export interface Fault {
  readonly kind: (typeof FAULT_KINDS)[number];
  readonly name: string;
  /** How long it holds before it is taken away; 0 for one that happens at once. */
  readonly holdMs: number;
  /** Begins the fault. Returns the function that takes it away. */
  begin(cluster: Cluster): Promise<() => Promise<void>>;
}
