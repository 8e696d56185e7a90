import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../prisma/migrate.js';
import { connectDatabase } from '../src/platform/database/connect.js';
import { settleInCluster } from '../src/platform/database/home-cluster.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres.js';
import { projectRoot } from '../src/platform/release.js';
import { copyDataDir } from './data-dirs.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The database that test databases are cloned from. PostgreSQL clones it only while no client
     * is connected.
     */
    templateUrl: string;
    /**
     * A data directory with an embedded PostgreSQL that is migrated and does not run. Tests copy it
     * instead of creating a cluster.
     */
    preparedDataDir: string;
    /** A folder that is removed at the end of the run. */
    runFolder: string;
    /** The folder for bundled programs, which the first test that needs one creates. */
    bundleFolder: string;
  }
}

/** Fast, and with the smallest caches: several servers run at the same time. */
const FRUGAL = { durable: false, memoryBytes: 0 };

/** The longest folder of a Unix socket; the system limits the path of the socket in it. */
const SOCKET_FOLDER_MAX = 80;

/** Starts one PostgreSQL for the whole run, with the migrated schema in a template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-test-'));
  // If tests run as root, PostgreSQL runs as another user, who needs access.
  await chmod(folder, 0o755);
  const [dataDir, prepared] = [join(folder, 'server'), join(folder, 'prepared')];
  await prepare(dataDir);
  copyDataDir(dataDir, prepared);
  await trustSocket(dataDir);
  const hasSocket = process.platform !== 'win32' && dataDir.length <= SOCKET_FOLDER_MAX;
  const postgres = await startEmbeddedPostgres({ dataDir, hasSocket, ...FRUGAL });
  await warmTemplate(postgres.url);
  const bundleFolder = join(projectRoot(), 'dist', 'test', basename(folder));
  project.provide('templateUrl', postgres.url);
  project.provide('preparedDataDir', prepared);
  project.provide('runFolder', folder);
  project.provide('bundleFolder', bundleFolder);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(bundleFolder, { recursive: true, force: true });
  };
}

/** Creates a cluster with the migrated schema, and stops its server. */
async function prepare(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...FRUGAL });
  await migrate(postgres.url);
  await settleTemplate(postgres.url);
  await postgres.stop();
}

/**
 * Accepts connections through the Unix socket without a password. Its check takes a third of the
 * processor time of a connection, and each test file opens a dozen.
 */
async function trustSocket(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'pg_hba.conf');
  await writeFile(file, `local all all trust\n${await readFile(file, 'utf8')}`);
}

/**
 * Connects to the template once: PostgreSQL then caches its catalog in a file, which each clone gets.
 */
async function warmTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

/**
 * Records the cluster in the template, which each service would otherwise do at its start in a
 * clone.
 */
async function settleTemplate(url: string): Promise<void> {
  const db = connectDatabase(url);
  await settleInCluster(db, url);
  await db.$disconnect();
}
