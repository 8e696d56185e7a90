import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { type Cluster, openCluster } from '../src/platform/embedded/cluster.js';
import { databaseUrl } from '../src/platform/embedded/postmaster.js';
import { childEnvironment } from '../src/platform/embedded/system-user.js';
import { copyDataDir } from './data-dirs.js';
import { eventually } from './eventually.js';
import { freePort } from './tcp-gate.js';

/** A PostgreSQL server of a test, which may be stopped and started again. */
export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** The statements on documents, search and statistics that some work sends to this server. */
  reads(work: () => Promise<unknown>): Promise<string[]>;
  /** Runs SQL as the superuser, on a connection of its own. */
  query(sql: string): Promise<pg.QueryResult['rows']>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Makes a standby a primary. */
  promote(): Promise<void>;
}

/** A primary, and a standby that streams from it. */
export interface ReplicaPair {
  readonly primary: TestServer;
  readonly replica: TestServer;
  /** Starts a server on a copy of a stopped one, or of the state from which the pair began. */
  copy(name: string, follows: TestServer | null, of?: TestServer): Promise<TestServer>;
  /** Waits until a standby, that of the pair by default, has everything that the primary wrote. */
  caughtUp(standby?: TestServer): Promise<void>;
  close(): Promise<void>;
}

/** Fast, small, and with the log that a standby needs. */
const SETTINGS = [
  'wal_level=replica',
  'max_wal_senders=4',
  'hot_standby=on',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'timezone=UTC',
  'shared_buffers=32MB',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'jit=off',
  'wal_retrieve_retry_interval=200ms',
  'wal_keep_size=512',
  'log_statement=all',
  'log_line_prefix=%a|',
];

/** Starts a primary with the migrated schema, and a standby. */
export async function openReplicaPair(): Promise<ReplicaPair> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-pair-'));
  await chmod(folder, 0o755);
  const servers: TestServer[] = [];
  const copy: ReplicaPair['copy'] = async (name, follows, of) => {
    const dataDir = join(folder, name);
    copyDataDir(of?.dataDir ?? inject('preparedDataDir'), dataDir);
    const server = await serverIn(dataDir, follows);
    servers.push(server);
    await server.start();
    return server;
  };
  // The prepared cluster has no log for standbys. One start and stop records that it has one now.
  const seed = await copy('seed', null);
  await seed.stop();
  const primary = await copy('primary', null, seed);
  const replica = await copy('replica', primary, seed);
  return {
    primary,
    replica,
    copy: (name, follows, of = seed) => copy(name, follows, of),
    caughtUp: (standby = replica) => caughtUp(primary, standby),
    async close() {
      for (const server of servers.toReversed()) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function caughtUp(primary: TestServer, replica: TestServer): Promise<void> {
  const [written] = await primary.query('select pg_current_wal_insert_lsn()::text as lsn');
  const reached = `select pg_last_wal_replay_lsn() >= '${written.lsn}' as reached`;
  await eventually(async () => expect(await replica.query(reached)).toEqual([{ reached: true }]));
}

/** The server of a data directory: a standby if it follows another one. */
async function serverIn(dataDir: string, follows: TestServer | null): Promise<TestServer> {
  const cluster = await openCluster({ dataDir, systemDir: dataDir, durable: false });
  if (follows) await makeStandby(cluster);
  const settings = follows ? [`primary_conninfo=${conninfoOf(follows.url)}`] : [];
  const logFile = join(dataDir, 'log');
  const port = await freePort();
  const url = databaseUrl(cluster.password, port);
  let child: ChildProcess | null = null;
  const query = (sql: string) => queryOnce(url, sql);
  return {
    url,
    dataDir,
    query,
    reads: (work) => readsOf(logFile, work),
    async start() {
      child = launch(cluster, port, settings, logFile);
      await eventually(() => query('select 1'));
    },
    async promote() {
      // A statement that waits for the promotion could hold up the changes before it.
      await query('select pg_promote(false)');
      const state = 'select pg_is_in_recovery() as standby';
      await eventually(async () => expect(await query(state)).toEqual([{ standby: false }]));
    },
    async stop() {
      if (child === null || child.exitCode !== null) return;
      const ended = once(child, 'exit');
      // A fast shutdown.
      child.kill('SIGINT');
      await ended;
      child = null;
    },
  };
}

async function makeStandby({ folder, systemUser }: Cluster): Promise<void> {
  const file = join(folder, 'standby.signal');
  await writeFile(file, '', { mode: 0o600 });
  if (systemUser) await chown(file, systemUser.uid, systemUser.gid);
}

function conninfoOf(url: string): string {
  const { port, username, password } = new URL(url);
  return `host=127.0.0.1 port=${port} user=${username} password=${password}`;
}

/** The services' statements in a server's log that read documents, search entries or sums of a day. */
async function readsOf(logFile: string, work: () => Promise<unknown>): Promise<string[]> {
  const { size } = await stat(logFile);
  await work();
  const log = (await readFile(logFile)).subarray(size).toString();
  // Further lines of an entry begin with a tab.
  return log.split(/\n(?!\t)/).filter((entry) => SERVICE_READ.test(entry));
}

const SERVICE_READ =
  /^modport(\/\d+| reads)\|LOG: {2}execute.*(snapshot::text as json|from search_entries|download_days)/s;

function launch(
  cluster: Cluster,
  port: number,
  settings: readonly string[],
  logFile: string,
): ChildProcess {
  const log = openSync(logFile, 'a');
  const given = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.folder, '-p', String(port), ...given],
    {
      ...cluster.systemUser,
      env: childEnvironment(),
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  return child;
}

async function queryOnce(url: string, sql: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
