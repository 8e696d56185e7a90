import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import { type Close, closeAfterFailure, closeAll } from '../close-all.js';
import { protectDataDir } from '../data-dir.js';
import { requireDatabase } from '../database/require-database.js';
import { type Log, silentLog } from '../log.js';
import { DATABASE_NAME, openCluster, readPassword } from './cluster.js';
import { AlreadyRunning, EmbeddedPostgresError } from './failures.js';
import { type DataDirLock, type LockPurpose, lockDataDir } from './lock.js';
import { availableMemory } from './memory.js';
import { databaseUrl } from './postmaster.js';
import { ensureDatabase, probe } from './probe.js';
import type { LogLimit } from './server-log.js';
import { readPidFile, stopOrphan } from './signal.js';
import { supervise } from './supervise.js';
import { refuseUnfinishedRestore } from './unfinished-restore.js';
import { archiveSettings } from './wal-archive.js';

/** The folders and durability of an embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** The directory of the cluster, its password, its log and the lock. */
  readonly dataDir: string;
  readonly log?: Log;
  /**
   * False omits the syncs that protect the data from a power failure; for tests. True by default.
   */
  readonly durable?: boolean;
  /** The bytes of memory that PostgreSQL sizes its caches by; `availableMemory` by default. */
  readonly memoryBytes?: number;
  /** The most connections; by default enough for one process and operator commands. */
  readonly maxConnections?: number;
  /** When `postgres.log` rotates; for tests. */
  readonly logLimit?: LogLimit;
  /**
   * Whether to connect through a Unix socket, which takes less processor time than TCP; for tests.
   * False by default.
   */
  readonly hasSocket?: boolean;
  /**
   * If root runs modport: the folder for what PostgreSQL's own user cannot reach in `dataDir`;
   * `DEFAULT_SYSTEM_DIR` by default.
   */
  readonly systemDir?: string;
  /**
   * Called after each launch of PostgreSQL, also a repeated one, for work that needs no database.
   * Not called for the PostgreSQL of another process.
   */
  readonly onLaunch?: () => void;
  /** The folder for a copy of the write-ahead log; without it the log is not kept. */
  readonly walArchive?: string;
}

/** A running PostgreSQL on a data directory. */
export interface EmbeddedPostgres {
  /** The URL of the database `modport`, including the password. */
  readonly url: string;
  /** Stops the server if this process started it, and releases the data directory. */
  stop(): Promise<void>;
}

/** If root runs modport: the default folder for what PostgreSQL's own user cannot reach. */
export const DEFAULT_SYSTEM_DIR = '/var/lib/modport';

const COMMAND_LIMIT_MS = 60_000;
const ATTACH_LIMIT_MS = 15_000;
const POLL_MS = 50;

/**
 * Starts the embedded PostgreSQL of a service, and keeps it running until `stop`. The first start
 * creates the cluster and the database. Closes the data directory to other users, and stops a
 * server that a killed process left. Waits for an operator command that uses the data directory.
 * Throws AlreadyRunning if another service uses it, or if a command does not end in a minute.
 * Throws EmbeddedPostgresError if PostgreSQL cannot be created or started, or after a restore that
 * was killed.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  return start(options, await lockAfterCommands(resolve(options.dataDir), 'service'));
}

/**
 * Returns a PostgreSQL for an operator command. Uses that of a running service and leaves it
 * running, else starts its own until `stop`. Throws AlreadyRunning if another command does not end
 * in a minute. Throws EmbeddedPostgresError like startEmbeddedPostgres, or if the PostgreSQL of the
 * running service does not respond in 15 seconds.
 */
export async function attachOrStart(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  let limit: number | undefined;
  for (;;) {
    const lock = await lockUnlessServed(dataDir);
    if (lock !== undefined) return start(options, lock);
    // Begins here, because the wait for other commands has its own limit.
    limit ??= Date.now() + ATTACH_LIMIT_MS;
    const url = await urlOfService(dataDir);
    if (url !== undefined) return { url, stop: async () => undefined };
    if (Date.now() > limit) {
      throw new EmbeddedPostgresError(
        `the modport on ${dataDir} runs, its database does not respond`,
      );
    }
    await delay(POLL_MS);
  }
}

/** Options that apply only to an embedded PostgreSQL; see `EmbeddedPostgresOptions`. */
interface OpenPostgresOptions {
  readonly log: Log;
  readonly onLaunch?: (() => void) | undefined;
  readonly maxConnections?: number;
}

/**
 * The PostgreSQL that the configuration selects: an external one, which `stop` leaves running, or
 * the embedded one for a service or a command. Throws StartFault if the external one accepts no
 * connection, else like startEmbeddedPostgres or attachOrStart.
 */
export async function openPostgres(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'walArchive'>,
  owner: LockPurpose,
  { log, onLaunch, maxConnections }: OpenPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { databaseUrl: url, dataDir, walArchive } = config;
  if (url !== undefined) {
    await requireDatabase(url, 'DATABASE_URL');
    return { url, stop: async () => undefined };
  }
  const limit = maxConnections === undefined ? {} : { maxConnections };
  const archive = walArchive === undefined ? {} : { walArchive };
  const options = { dataDir, log, ...limit, ...archive, ...(onLaunch ? { onLaunch } : {}) };
  return owner === 'service' ? startEmbeddedPostgres(options) : attachOrStart(options);
}

async function start(
  options: EmbeddedPostgresOptions,
  lock: DataDirLock,
): Promise<EmbeddedPostgres> {
  const { durable = true, systemDir = DEFAULT_SYSTEM_DIR, log = silentLog } = options;
  const { memoryBytes = availableMemory(), hasSocket = false } = options;
  const dataDir = resolve(options.dataDir);
  const closers: Close[] = [() => lock.release()];
  try {
    await protectDataDir(dataDir, log);
    await refuseUnfinishedRestore(dataDir);
    const cluster = await openCluster({ dataDir, systemDir, durable });
    await stopOrphan(cluster);
    const logFile = join(dataDir, 'postgres.log');
    const { onLaunch = () => undefined, maxConnections, logLimit, walArchive } = options;
    const more = {
      ...(maxConnections === undefined ? {} : { maxConnections }),
      ...(logLimit ? { logLimit } : {}),
      ...(walArchive ? { settings: await archiveSettings(walArchive, cluster.systemUser) } : {}),
    };
    const serverOptions = { logFile, durable, memoryBytes, hasSocket, onLaunch, ...more };
    const server = await supervise(cluster, serverOptions, log);
    closers.unshift(() => server.stop());
    const socketFolder = hasSocket ? cluster.folder : undefined;
    const urlOf = (name: string) => databaseUrl(cluster.password, server.port, name, socketFolder);
    await ensureDatabase(urlOf('postgres'), DATABASE_NAME);
    return { url: urlOf(DATABASE_NAME), stop: () => closeAll(closers, log) };
  } catch (error) {
    await closeAfterFailure(closers, log);
    throw error;
  }
}

// Operator commands are short, so a new process waits for a running one to end.
async function lockAfterCommands(dataDir: string, purpose: LockPurpose): Promise<DataDirLock> {
  const limit = Date.now() + COMMAND_LIMIT_MS;
  for (;;) {
    try {
      return await lockDataDir(dataDir, purpose);
    } catch (error) {
      const isCommand = error instanceof AlreadyRunning && error.purpose === 'command';
      if (!isCommand || Date.now() > limit) throw error;
    }
    await delay(POLL_MS);
  }
}

async function lockUnlessServed(dataDir: string): Promise<DataDirLock | undefined> {
  try {
    return await lockAfterCommands(dataDir, 'command');
  } catch (error) {
    // The PostgreSQL of another command stops when that command ends.
    if (error instanceof AlreadyRunning && error.purpose === 'service') return undefined;
    throw error;
  }
}

async function urlOfService(dataDir: string): Promise<string | undefined> {
  const found = await readPidFile(join(dataDir, 'postgres'));
  if (found === undefined) return undefined;
  const url = databaseUrl(await readPassword(dataDir), found.port);
  return (await probe(url)) === 'ready' ? url : undefined;
}
