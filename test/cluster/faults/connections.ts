import { awaitPrimary } from '../hosts/postgres.js';
import type { WithDisk } from '../hosts/services.js';
import type { Cluster, Fault } from './fault.js';
import type { S3Fault } from './s3-proxy.js';
import type { TcpFault } from './tcp-proxy.js';

const HOLD_MS = 10_000;

const LINKS = [
  ['database', 'PostgreSQL'],
  ['redis', 'Redis'],
  ['search', 'Meilisearch'],
  ['scanner', 'clamd'],
] as const;

function disturb(kind: 'delayed' | 'lossy', fault: TcpFault, text: string): Fault[] {
  return LINKS.map(([link, name]) => ({
    kind,
    name: `connections to ${name} ${text} for 10 s`,
    holdMs: HOLD_MS,
    async begin({ around }) {
      const proxy = around.links[link];
      if (proxy === undefined) throw new Error('the cluster has no such part');
      proxy.set(fault);
      return async () => proxy.set({ kind: 'none' });
    },
  }));
}

function store(fault: S3Fault, text: string): Fault {
  return {
    kind: 'store',
    name: `S3 ${text} for 10 s`,
    holdMs: HOLD_MS,
    async begin({ around }) {
      around.store.set(fault);
      return async () => around.store.set('none');
    },
  };
}

type FindDisk = (cluster: Cluster) => Promise<Pick<WithDisk, 'disk'> | null>;

function fillDisk(name: string, find: FindDisk): Fault {
  return {
    kind: 'disk-full',
    name: `disk of ${name} full for 10 s`,
    holdMs: HOLD_MS,
    async begin(cluster) {
      const part = await find(cluster);
      if (part === null) throw new Error('the cluster has no such part');
      await part.disk.fill();
      return () => part.disk.empty();
    },
  };
}

const mailAway: Fault = {
  kind: 'away',
  name: 'SMTP away for 10 s',
  holdMs: HOLD_MS,
  async begin({ mail, modport }) {
    mail.setAway(true);
    // A message that must be sent.
    await modport.command(['user', 'totp', '--username', 'publisher-1']);
    return async () => mail.setAway(false);
  },
};

const receiverAway: Fault = {
  kind: 'away',
  name: 'webhook receiver away for 10 s',
  holdMs: HOLD_MS,
  async begin({ receiver }) {
    receiver.setAway(true);
    return async () => receiver.setAway(false);
  },
};

/** Faults of connections, answers, disks and receivers. */
export const CONNECTION_FAULTS: readonly Fault[] = [
  ...disturb('delayed', { kind: 'delay', ms: 100 }, 'delayed by 100 ms'),
  ...disturb('lossy', { kind: 'reset', share: 0.02 }, 'reset at 2 % of the pieces'),
  store('error', 'responds with 500'),
  store('unavailable', 'responds with 503'),
  store('slow', 'responds 2 s late'),
  store('truncated', 'truncates bodies'),
  store('skewed', 'with a clock 20 minutes ahead'),
  fillDisk('S3', async ({ around }) => around.s3),
  fillDisk('Meilisearch', async ({ around }) => around.meilisearch),
  fillDisk('the PostgreSQL primary', ({ around }) => awaitPrimary(around.postgres)),
  mailAway,
  receiverAway,
];
