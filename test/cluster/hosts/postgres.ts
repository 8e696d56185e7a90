import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../wait.js';
import { mountDisk } from './disks.js';
import { type Host, run } from './network.js';
import { type Supervised, supervise } from './supervised.js';

const PASSWORD = 'for-tests-alone';
const DISK_MIB = 1024;
const PRIMARY_LIMIT_MS = 60_000;
export const PATRONI_PORT = 8008;

/**
 * The settings of the cluster (docs/operations.md). A frozen standby blocks commits until its connection
 * ends, so that limit is short. With `failsafe_mode`, an outage of etcd alone changes nothing.
 */
const DYNAMIC = {
  ttl: 20,
  loop_wait: 3,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  failsafe_mode: true,
  primary_start_timeout: 15,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 200,
      shared_buffers: '64MB',
      wal_log_hints: 'on',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      max_wal_size: '128MB',
      tcp_user_timeout: '10s',
      tcp_keepalives_idle: 5,
      tcp_keepalives_interval: 2,
    },
  },
};

/** A PostgreSQL under Patroni. */
export interface PostgresNode extends Supervised {
  readonly disk: Awaited<ReturnType<typeof mountDisk>>;
}

/** Starts etcd, which decides for Patroni who is the primary. */
export function startEtcd(host: Host, folder: string): Supervised {
  const url = (address: string, port: number) => `http://${address}:${port}`;
  const command = [
    'etcd',
    '--name',
    'etcd',
    '--data-dir',
    join(folder, 'etcd'),
    '--listen-client-urls',
    url('0.0.0.0', 2379),
    '--log-level',
    'error',
    '--advertise-client-urls',
    url(host.address, 2379),
    '--listen-peer-urls',
    url('127.0.0.1', 2380),
  ];
  return supervise(host, { name: 'etcd', command, folder });
}

/** Starts a PostgreSQL under Patroni on a small disk. `binaries` is a folder with `initdb`. */
export async function startPostgres(
  host: Host,
  parent: string,
  { etcd, binaries }: { readonly etcd: Host; readonly binaries: string },
): Promise<PostgresNode> {
  const folder = join(parent, host.name);
  await mkdir(folder, { recursive: true });
  const owner = {
    uid: Number(await run('id', ['-u', 'postgres'])),
    gid: Number(await run('id', ['-g', 'postgres'])),
  };
  await chown(folder, owner.uid, owner.gid);
  const disk = await mountDisk(join(folder, 'disk'), DISK_MIB, owner);
  const config = join(folder, 'patroni.yml');
  // JSON is YAML.
  await writeFile(config, JSON.stringify(patroniConfig(host, { etcd, binaries, folder })));
  const command = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
  const supervised = supervise(host, {
    name: host.name,
    folder,
    command: [...command, 'patroni', config],
  });
  return { ...supervised, disk };
}

function patroniConfig(
  { name, address }: Host,
  at: { readonly etcd: Host; readonly binaries: string; readonly folder: string },
) {
  const user = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: 'modport',
    name,
    restapi: {
      listen: `0.0.0.0:${PATRONI_PORT}`,
      connect_address: `${address}:${PATRONI_PORT}`,
    },
    etcd3: { hosts: `${at.etcd.address}:2379` },
    bootstrap: {
      dcs: DYNAMIC,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: '0.0.0.0:5432',
      connect_address: `${address}:5432`,
      data_dir: join(at.folder, 'disk', 'data'),
      bin_dir: at.binaries,
      pgpass: join(at.folder, 'pgpass'),
      authentication: { superuser: user('postgres'), replication: user('replicator') },
      parameters: { unix_socket_directories: at.folder },
      pg_hba: [
        'local all all trust',
        'host replication replicator 10.77.0.0/24 scram-sha-256',
        'host all all 10.77.0.0/24 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}

/** The address of a database of the user, at a host and port that lead to the primary. */
export function databaseUrl(at: string, user = 'modport', database = user): string {
  return `postgresql://${user}:${PASSWORD}@${at}/${database}`;
}

/** The node that Patroni considers the primary, or null. */
async function primaryOf(nodes: readonly PostgresNode[]): Promise<PostgresNode | null> {
  const isPrimary = async ({ host }: PostgresNode) => {
    const url = `http://${host.address}:${PATRONI_PORT}/primary`;
    const { status } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return status === 200;
  };
  const found = await Promise.all(nodes.map((node) => isPrimary(node).catch(() => false)));
  return nodes[found.indexOf(true)] ?? null;
}

/** Waits for the primary: Patroni may move it, or respond late, when the next fault begins. */
export function awaitPrimary(nodes: readonly PostgresNode[]): Promise<PostgresNode> {
  return until('there is a primary', PRIMARY_LIMIT_MS, () => primaryOf(nodes));
}

/** Whether the primary has a synchronous standby, so that no failover loses a write. */
export async function isRedundant(nodes: readonly PostgresNode[]): Promise<boolean> {
  const primary = await primaryOf(nodes);
  const standby = nodes.find((node) => node !== primary);
  if (primary === null || standby === undefined) return false;
  const url = `http://${standby.host.address}:${PATRONI_PORT}/synchronous`;
  const { status } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  return status === 200;
}
