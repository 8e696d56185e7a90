import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '../src/admin/run.js';
import { loadConfig } from '../src/config/config.js';
import { connectDatabase, watchStatements } from '../src/platform/database/connect.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres.js';
import { silentLog } from '../src/platform/log.js';
import { startService } from '../src/server/service.js';
import { environment, type Server, startServer } from './process.js';

/** A database full of mods, for the measurements. */
export interface Catalog {
  readonly databaseUrl: string;
  /**
   * The built service on this database, in a process of its own, with further variables. It has no
   * jobs, which would look for the files of the mods.
   */
  api(more?: NodeJS.ProcessEnv): Promise<Server>;
  /** Like `api`, but with jobs, for mods that the bench publishes itself. */
  service(): Promise<Server>;
  /** Like `api`, but without stored responses: it builds each one for its request. */
  unstored(): Promise<Server>;
  /**
   * Runs an operator command on this database, with further variables. Returns the parsed JSON that
   * it prints. Throws the text of its stderr if it fails.
   */
  command(words: readonly string[], more?: NodeJS.ProcessEnv): Promise<unknown>;
  /** The id of the last published mod. */
  newestMod(): Promise<string>;
  /** The mean number of SQL statements of a repeated request for `path`, or with `body` to it. */
  statementsPer(path: string, body?: object): Promise<number>;
}

/** The options of a request: a read, or a write with a body. */
export function requestOf(body: object | undefined): {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
} {
  if (body === undefined) return {};
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

const MODS = 2000;

/** Seeds a new database with `MODS` mods for `work`, and removes it. */
export function withCatalog<T>(work: (catalog: Catalog) => Promise<T>): Promise<T> {
  return withDatabase(async (catalog) => {
    await catalog.command(['demo', 'seed', '--mods', String(MODS)]);
    return work(catalog);
  });
}

/**
 * Starts a database without mods for `work`, and removes it. A `folder` is kept instead: the next
 * run finds the mods of this one there.
 */
export async function withDatabase<T>(
  work: (catalog: Catalog) => Promise<T>,
  folder?: string,
): Promise<T> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'modport-bench-')));
  await mkdir(dataDir, { recursive: true });
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    try {
      return await work(catalogOn(dataDir, postgres.url));
    } finally {
      await postgres.stop();
    }
  } finally {
    if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

function catalogOn(dataDir: string, databaseUrl: string): Catalog {
  // The load runs behind a proxy: clients with different addresses have different downloads.
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: 'loopback' };
  const env = environment(own);
  return {
    databaseUrl,
    api: (more = {}) => startServer('src/server/main.js', { ...env, ...more }, ['api']),
    service: () => startServer('src/server/main.js', env),
    unstored: () => startServer('bench/reads/unstored.js', env),
    async command(words, more = {}) {
      const { exitCode, stdout, stderr } = await runAdmin([...words], { ...env, ...more });
      if (exitCode !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    newestMod: () => newestMod(databaseUrl),
    statementsPer: (path, body) => statementsPer(path, body, env),
  };
}

async function newestMod(databaseUrl: string): Promise<string> {
  const db = connectDatabase(databaseUrl);
  try {
    const where = { state: 'published' } as const;
    const orderBy = { publishedAt: 'desc' } as const;
    return (await db.mod.findFirstOrThrow({ where, orderBy, select: { id: true } })).id;
  } finally {
    await db.$disconnect();
  }
}

const COUNTED = 20;

async function statementsPer(
  path: string,
  body: object | undefined,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const service = await startService({ config: loadConfig(env), log: silentLog, mode: 'api' });
  const ask = async () => {
    const response = await fetch(`${service.localUrl}${path}`, requestOf(body));
    await response.arrayBuffer();
  };
  try {
    await ask();
    let statements = 0;
    const stop = watchStatements(service.platform.db, () => {
      statements += 1;
    });
    for (let request = 0; request < COUNTED; request++) await ask();
    stop();
    return statements / COUNTED;
  } finally {
    await service.stop();
  }
}
