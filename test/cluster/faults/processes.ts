import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, run, signal } from '../hosts/network.js';
import { awaitPrimary, PATRONI_PORT, type PostgresNode } from '../hosts/postgres.js';
import type { Supervised } from '../hosts/supervised.js';
import { until } from '../wait.js';
import type { Cluster, Fault } from './fault.js';

const HOLD_MS = 10_000;
/** Longer than the lease of Patroni's primary (`ttl`), so that the standby takes over. */
const POWER_OFF_MS = 30_000;
const RESTART_LIMIT_MS = 30_000;
const nothing = async () => undefined;

/** Finds a part of the cluster when its fault begins. */
type Find = (cluster: Cluster) => Promise<Supervised>;

const found = (find: (cluster: Cluster) => Supervised | null | undefined): Find => {
  return async (cluster) => {
    const part = find(cluster);
    if (!part) throw new Error('the cluster has no such part');
    return part;
  };
};

const primary = ({ around }: Cluster) => awaitPrimary(around.postgres);

async function standby(cluster: Cluster): Promise<PostgresNode> {
  const leader = await primary(cluster);
  const node = cluster.around.postgres.find((one) => one !== leader);
  if (node === undefined) throw new Error('there is no standby');
  return node;
}

const PARTS: readonly (readonly [string, Find])[] = [
  ['haproxy', found(({ around }) => around.haproxy)],
  ['api-1', found(({ modport }) => modport.apis[0])],
  ['api-2', found(({ modport }) => modport.apis[1])],
  ['worker-1', found(({ modport }) => modport.workers[0])],
  ['worker-2', found(({ modport }) => modport.workers[1])],
  ['PostgreSQL primary', primary],
  ['PostgreSQL standby', standby],
  ['etcd', found(({ around }) => around.etcd)],
  ['Redis', found(({ around }) => around.redis)],
  ['S3', found(({ around }) => around.s3)],
  ['Meilisearch', found(({ around }) => around.meilisearch)],
  ['clamd', found(({ around }) => around.clamd)],
];

/** The process to kill: under Patroni it is PostgreSQL itself. */
async function processOf(part: Supervised): Promise<number> {
  if (!('disk' in part) || !part.host.name.startsWith('pg-')) return part.pid();
  const file = join((part as PostgresNode).disk.path, 'data', 'postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

function kill(name: string, find: Find): Fault {
  return {
    kind: 'kill',
    name: `SIGKILL of ${name}`,
    holdMs: 0,
    async begin(cluster) {
      const part = await find(cluster);
      const killed = await processOf(part);
      signal(killed, 'SIGKILL');
      return async () => {
        await until(`another process of ${name}`, RESTART_LIMIT_MS, async () => {
          const present = await processOf(part).catch(() => 0);
          return present !== 0 && present !== killed;
        });
      };
    },
  };
}

async function signalAll(host: Host, name: NodeJS.Signals): Promise<void> {
  for (const pid of await host.pids()) signal(pid, name);
}

function freeze(name: string, find: Find): Fault {
  return {
    kind: 'freeze',
    name: `SIGSTOP of ${name} for 10 s`,
    holdMs: HOLD_MS,
    async begin(cluster) {
      const { host } = await find(cluster);
      await signalAll(host, 'SIGSTOP');
      return () => signalAll(host, 'SIGCONT');
    },
  };
}

function powerOff(name: string, find: Find): Fault {
  return {
    kind: 'power-off',
    name: `${name} off for 30 s`,
    holdMs: POWER_OFF_MS,
    async begin(cluster) {
      const part = await find(cluster);
      await part.turnOff();
      return async () => part.turnOn();
    },
  };
}

function cutLink(name: string, find: Find): Fault {
  return {
    kind: 'link-cut',
    name: `link of ${name} cut for 10 s`,
    holdMs: HOLD_MS,
    async begin(cluster) {
      const { host } = await find(cluster);
      await host.setLink(false);
      return () => host.setLink(true);
    },
  };
}

function throttle(name: string, find: Find, rate: string): Fault {
  return {
    kind: 'throttled',
    name: `link of ${name} at ${rate} for 10 s`,
    holdMs: HOLD_MS,
    async begin(cluster) {
      const { host } = await find(cluster);
      await host.throttle(rate);
      return () => host.throttle(null);
    },
  };
}

/** Patroni makes the standby the primary. */
const switchover: Fault = {
  kind: 'switchover',
  name: 'switchover by Patroni',
  holdMs: 0,
  async begin(cluster) {
    const [leader, candidate] = [await primary(cluster), await standby(cluster)];
    const url = `http://${leader.host.address}:${PATRONI_PORT}/switchover`;
    const body = JSON.stringify({ leader: leader.name, candidate: candidate.name });
    const response = await fetch(url, { method: 'POST', body });
    const text = await response.text();
    if (!response.ok) throw new Error(`Patroni refused the switchover: ${text}`);
    return nothing;
  },
};

const flush: Fault = {
  kind: 'emptied',
  name: 'FLUSHALL of Redis',
  holdMs: 0,
  async begin({ around }) {
    await run('redis-cli', ['-h', around.redis.host.address, 'flushall']);
    return nothing;
  },
};

/** Faults of processes, hosts and links. */
export const PROCESS_FAULTS: readonly Fault[] = [
  ...PARTS.map(([name, find]) => kill(name, find)),
  ...PARTS.map(([name, find]) => freeze(name, find)),
  ...PARTS.filter(([name]) => /^(api-1|worker-1|Postgre)/.test(name)).map(([name, find]) =>
    powerOff(name, find),
  ),
  switchover,
  flush,
  ...PARTS.map(([name, find]) => cutLink(name, find)),
  ...PARTS.filter(([name]) => /^(api-1|PostgreSQL|Redis|S3)/.test(name)).map(([name, find]) =>
    throttle(name, find, name.startsWith('api') ? '1mbit' : '512kbit'),
  ),
];
