import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { projectRoot } from '../../../src/platform/release.js';
import { until } from '../wait.js';
import { type Host, TEST_ADDRESS } from './network.js';
import { databaseUrl } from './postgres.js';
import { API_PORT } from './proxy.js';
import { MEILISEARCH_KEY, S3 } from './services.js';
import { type Supervised, supervise } from './supervised.js';
import { FORWARDED, type Surroundings } from './topology.js';

const execute = promisify(execFile);
const START_LIMIT_MS = 90_000;

export const WEBHOOK_PORT = 8090;
export const SMTP_PORT = 2525;

/** The processes of modport, and its operator commands. */
export interface Modport {
  readonly apis: readonly Supervised[];
  readonly workers: readonly Supervised[];
  /** Runs an operator command and returns what it prints. Throws its output if it fails. */
  command(args: readonly string[]): Promise<unknown>;
}

/**
 * Creates the database, migrates it, and starts two APIs and two workers. They trust the certificate in
 * this file.
 */
export async function startModport(
  around: Surroundings,
  folder: string,
  certificate: string,
): Promise<Modport> {
  const env = { ...environmentOf(around, folder), NODE_EXTRA_CA_CERTS: certificate };
  await createDatabase(around.database);
  await launch('migrate', [], env);
  const start = async (host: Host, mode: 'api' | 'worker') => {
    const own = join(folder, host.name);
    await mkdir(own, { recursive: true });
    const program = join(projectRoot(), 'dist/src/launch/service.js');
    return supervise(host, {
      name: host.name,
      folder: own,
      command: [process.execPath, program, mode],
      env: { ...env, DATA_DIR: join(own, 'data') },
    });
  };
  const apis = await Promise.all(around.hosts.apis.map((host) => start(host, 'api')));
  const workers = await Promise.all(around.hosts.workers.map((host) => start(host, 'worker')));
  await until('all processes of modport are ready', START_LIMIT_MS, async () =>
    (await Promise.all([...apis, ...workers].map(isReady))).every(Boolean),
  );
  const command = async (args: readonly string[]) =>
    JSON.parse(await launch('admin', args, { ...env, DATA_DIR: join(folder, 'operator') }));
  return { apis, workers, command };
}

/** Whether a process of modport says that it and its parts work. */
export async function isReady({ host }: Supervised): Promise<boolean> {
  const url = `http://${host.address}:${API_PORT}/readyz`;
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status === 200;
    },
    () => false,
  );
}

async function launch(
  program: 'admin' | 'migrate',
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const file = join(projectRoot(), `dist/src/launch/${program}.js`);
  const { stdout } = await execute(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

function environmentOf(around: Surroundings, folder: string): NodeJS.ProcessEnv {
  const at = (port: number) => `${TEST_ADDRESS}:${port}`;
  const search = {
    MEILI_URL: `http://${at(FORWARDED.search)}`,
    MEILI_API_KEY: MEILISEARCH_KEY,
  };
  return {
    HOST: '0.0.0.0',
    PORT: String(API_PORT),
    PUBLIC_URL: around.url,
    TRUST_PROXY: around.haproxy.host.address,
    DATA_DIR: join(folder, 'operator'),
    DATABASE_URL: databaseUrl(around.database),
    REDIS_URL: `redis://${at(FORWARDED.redis)}/0`,
    CLAMD_ADDRESS: at(FORWARDED.scanner),
    ...(around.meilisearch === null ? {} : search),
    SMTP_URL: `smtp://${at(SMTP_PORT)}`,
    MAIL_FROM: 'Mods <mods@example.org>',
    S3_ENDPOINT: `http://${at(FORWARDED.s3)}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: S3.bucket,
    S3_ACCESS_KEY_ID: S3.keyId,
    S3_SECRET_ACCESS_KEY: S3.secret,
    S3_FORCE_PATH_STYLE: 'true',
    ENCRYPTION_KEY: '7'.repeat(64),
    SEED_DEMO: 'false',
    WEBHOOK_TARGETS: 'any',
    LOG_LEVEL: 'info',
  };
}

async function createDatabase(at: string): Promise<void> {
  await query(databaseUrl(at, 'postgres'), async (client) => {
    await client.query(`create role modport login password 'for-tests-alone'`);
    await client.query(
      `create database modport owner modport encoding 'UTF8' locale 'C.UTF-8' template template0`,
    );
  });
}

/** Works with one connection to a database. */
export async function query<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // An ended connection fails the next statement, which says more.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
