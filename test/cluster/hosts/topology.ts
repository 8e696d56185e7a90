import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openS3Proxy, type S3Proxy } from '../faults/s3-proxy.js';
import { openTcpProxy, type TcpProxy } from '../faults/tcp-proxy.js';
import type { Random } from '../random.js';
import { until } from '../wait.js';
import { type Host, type Network, TEST_ADDRESS } from './network.js';
import {
  isSynchronous,
  type PostgresNode,
  primaryOf,
  startEtcd,
  startPostgres,
} from './postgres.js';
import { DATABASE_PORT, HTTP_PORT, startProxy } from './proxy.js';
import {
  S3,
  startClamd,
  startMeilisearch,
  startRedis,
  startS3,
  type WithDisk,
} from './services.js';
import type { Supervised } from './supervised.js';

/** The programs that the environment names or the machine has. */
export interface Programs {
  readonly versitygw: string;
  readonly meilisearch: string | null;
  /** The folder with `initdb`. */
  readonly postgres: string;
}

/** The ports of the test program, on which it forwards to a host. */
export const FORWARDED = { database: 6432, redis: 6379, search: 7700, scanner: 3310, s3: 9000 };

/** Everything except modport: what it uses, and the proxy in front of it. */
export interface Surroundings {
  readonly hosts: { readonly apis: readonly Host[]; readonly workers: readonly Host[] };
  readonly haproxy: Supervised;
  readonly etcd: Supervised;
  readonly postgres: readonly PostgresNode[];
  readonly redis: Supervised;
  readonly s3: WithDisk;
  readonly meilisearch: WithDisk | null;
  readonly clamd: Supervised;
  readonly links: Readonly<Record<'database' | 'redis' | 'search' | 'scanner', TcpProxy>>;
  readonly store: S3Proxy;
  /** The address of the service for clients. */
  readonly url: string;
  /** Host and port that lead to the primary PostgreSQL. */
  readonly database: string;
  close(): void;
}

const START_LIMIT_MS = 90_000;

/** Starts all hosts except those of modport, and waits until they work. */
export async function startSurroundings(
  network: Network,
  folder: string,
  { programs, random }: { readonly programs: Programs; readonly random: Random },
): Promise<Surroundings> {
  // PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const [proxyHost, api1, api2, worker1, worker2] = await hostsNamed(
    network,
    ...(['haproxy', 'api-1', 'api-2', 'worker-1', 'worker-2'] as const),
  );
  const [etcdHost, pg1, pg2, redisHost, s3Host, searchHost, clamdHost] = await hostsNamed(
    network,
    ...(['etcd', 'pg-1', 'pg-2', 'redis', 's3', 'meilisearch', 'clamd'] as const),
  );
  const own = join(folder, 'haproxy');
  await mkdir(own);
  const etcd = startEtcd(etcdHost, folder);
  const at = { etcd: etcdHost, binaries: programs.postgres };
  const postgres = [await startPostgres(pg1, folder, at), await startPostgres(pg2, folder, at)];
  const apis = [api1, api2];
  const haproxy = await startProxy(proxyHost, own, { apis, databases: [pg1, pg2] });
  const redis = await startRedis(redisHost, folder);
  const s3 = await startS3(s3Host, folder, programs.versitygw);
  const meilisearch =
    programs.meilisearch === null
      ? null
      : await startMeilisearch(searchHost, folder, programs.meilisearch);
  const clamd = await startClamd(clamdHost, folder);
  const forward = (port: number, host: Host, target = port) =>
    openTcpProxy({ host: TEST_ADDRESS, port }, { host: host.address, port: target }, random);
  const links = {
    database: await forward(FORWARDED.database, proxyHost, DATABASE_PORT),
    redis: await forward(FORWARDED.redis, redisHost),
    search: await forward(FORWARDED.search, searchHost),
    scanner: await forward(FORWARDED.scanner, clamdHost),
  };
  const store = await openS3Proxy(
    { host: TEST_ADDRESS, port: FORWARDED.s3 },
    { host: s3Host.address, port: S3.port },
  );
  await until('a primary with a synchronous standby', START_LIMIT_MS, async () => {
    const primary = await primaryOf(postgres);
    const standby = postgres.find((node) => node !== primary);
    return primary !== null && standby !== undefined && (await isSynchronous(standby));
  });
  return {
    hosts: { apis, workers: [worker1, worker2] },
    ...{ haproxy, etcd, postgres, redis, s3, meilisearch, clamd, links, store },
    url: `http://${proxyHost.address}${HTTP_PORT === 80 ? '' : `:${HTTP_PORT}`}`,
    database: `${TEST_ADDRESS}:${FORWARDED.database}`,
    close() {
      for (const link of Object.values(links)) link.close();
      store.close();
    },
  };
}

async function hostsNamed<const Names extends readonly string[]>(
  network: Network,
  ...names: Names
): Promise<{ [At in keyof Names]: Host }> {
  const hosts: Host[] = [];
  for (const name of names) hosts.push(await network.addHost(name));
  return hosts as { [At in keyof Names]: Host };
}
