import { chmod } from 'node:fs/promises';
import { openS3Proxy, type S3Proxy } from '../faults/s3-proxy.js';
import { openTcpProxy, type TcpProxy } from '../faults/tcp-proxy.js';
import type { Random } from '../random.js';
import { until } from '../wait.js';
import { type Host, type Network, TEST_ADDRESS } from './network.js';
import { isRedundant, type PostgresNode, startEtcd, startPostgres } from './postgres.js';
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

/** A connection of modport that a proxy of the test program can disturb. */
export type Link = 'database' | 'redis' | 'search' | 'scanner';

type Parts = Pick<Surroundings, 'haproxy' | 'redis' | 'meilisearch' | 'clamd' | 's3'>;

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
  readonly links: Readonly<Partial<Record<Link, TcpProxy>>>;
  readonly store: S3Proxy;
  /** The address of the service for clients. */
  readonly url: string;
  /** Host and port that lead to the primary PostgreSQL. */
  readonly database: string;
  close(): void;
}

const START_LIMIT_MS = 90_000;

interface Options {
  /** For the data and logs of all hosts. */
  readonly folder: string;
  readonly programs: Programs;
  readonly random: Random;
}

/** Starts all hosts except those of modport, and waits until they work. */
export async function startSurroundings(network: Network, options: Options): Promise<Surroundings> {
  const { folder, programs } = options;
  // PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const host = (name: string) => network.addHost(name);
  const proxyHost = await host('haproxy');
  const apis = [await host('api-1'), await host('api-2')];
  const workers = [await host('worker-1'), await host('worker-2')];
  const etcd = startEtcd(await host('etcd'), folder);
  const at = { etcd: etcd.host, binaries: programs.postgres };
  const postgres = [
    await startPostgres(await host('pg-1'), folder, at),
    await startPostgres(await host('pg-2'), folder, at),
  ];
  const databases = postgres.map((node) => node.host);
  const haproxy = await startProxy(proxyHost, folder, { apis, databases });
  const redis = await startRedis(await host('redis'), folder);
  const s3 = await startS3(await host('s3'), folder, programs.versitygw);
  const meilisearch =
    programs.meilisearch === null
      ? null
      : await startMeilisearch(await host('meilisearch'), folder, programs.meilisearch);
  const clamd = await startClamd(await host('clamd'), folder);
  const parts = { haproxy, etcd, postgres, redis, s3, meilisearch, clamd };
  const disturbed = await openProxies(parts, options.random);
  await until('a primary with a synchronous standby', START_LIMIT_MS, () => isRedundant(postgres));
  return {
    hosts: { apis, workers },
    ...parts,
    ...disturbed,
    url: `http://${proxyHost.address}${HTTP_PORT === 80 ? '' : `:${HTTP_PORT}`}`,
    database: `${TEST_ADDRESS}:${FORWARDED.database}`,
    close() {
      for (const link of Object.values(disturbed.links)) link.close();
      disturbed.store.close();
    },
  };
}

/** Opens the proxies of the test program, through which modport reaches the parts. */
async function openProxies(
  { haproxy, redis, meilisearch, clamd, s3 }: Parts,
  random: Random,
): Promise<Pick<Surroundings, 'links' | 'store'>> {
  const forward = (port: number, { host }: Supervised, target = port) =>
    openTcpProxy({ host: TEST_ADDRESS, port }, { host: host.address, port: target }, random);
  const links = {
    database: await forward(FORWARDED.database, haproxy, DATABASE_PORT),
    redis: await forward(FORWARDED.redis, redis),
    ...(meilisearch ? { search: await forward(FORWARDED.search, meilisearch) } : {}),
    scanner: await forward(FORWARDED.scanner, clamd),
  };
  const from = { host: TEST_ADDRESS, port: FORWARDED.s3 };
  return { links, store: await openS3Proxy(from, { host: s3.host.address, port: S3.port }) };
}
