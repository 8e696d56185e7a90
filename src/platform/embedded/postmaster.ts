import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, DATABASE_NAME } from './cluster.js';
import { EmbeddedPostgresError } from './failures.js';
import { memorySettings } from './memory.js';
import { probe } from './probe.js';
import {
  beginServerLog,
  fatalErrorsOf,
  LINE_PREFIX,
  type LogLimit,
  type ServerLog,
} from './server-log.js';
import { readPidFile, sendSignal, stopServer } from './signal.js';
import { childEnvironment } from './system-user.js';

/**
 * A PostgreSQL server process of modport that accepts connections. If it ends by itself, it does
 * not start again; `supervise` does that. If this process exits without `stop`, it sends the server
 * the signal for a fast shutdown and does not wait.
 */
export interface Postmaster {
  readonly port: number;
  /** Undefined if the process could not start. */
  readonly pid: number | undefined;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  /**
   * Shuts the server down, and kills it if it hangs. Resolves when it has ended, or a minute after
   * the call at the latest. Does nothing for a server that has ended.
   */
  stop(): Promise<void>;
}

/** The start options besides the cluster. */
export interface PostmasterOptions {
  readonly logFile: string;
  /** When the log rotates; for tests. */
  readonly logLimit?: LogLimit;
  /** False trades crash safety for speed; for tests. */
  readonly durable: boolean;
  /** The bytes of memory that the caches are sized by. */
  readonly memoryBytes: number;
  /** The most connections; by default enough for one process and operator commands. */
  readonly maxConnections?: number;
  /** Whether the server also listens on a Unix socket in the folder of the cluster; for tests. */
  readonly hasSocket?: boolean;
  /** More settings, which replace those of modport. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * How long a server may neither accept nor refuse a login; by default a minute. One that recovers
   * refuses logins, and is waited for.
   */
  readonly startLimitMs?: number;
  /** Called once if the server still recovers after that time. */
  readonly onLongRecovery?: () => void;
  /** Ends the wait for the server. The start then stops it and throws StartFailed. */
  readonly signal?: AbortSignal;
  /** The port to listen on; any free port if absent. */
  readonly port?: number;
  /**
   * Called after each launch of the process, some time before it accepts connections. If it throws,
   * the start stops the server and throws the same error.
   */
  readonly onLaunch?: () => void;
}

const START_LIMIT_MS = 60_000;
/**
 * The log of a day takes long. A stop would be worse: the next start begins again with all of it.
 */
const RECOVERY_LIMIT_MS = 4 * 3600_000;
/** Each refused login adds a line to the log. */
const RECOVERY_POLL_MS = 1_000;
const RETRY_LIMIT_MS = 10_000;
const RETRY_PAUSE_MS = 100;
const POLL_MS = 20;
/** SQLSTATEs of failed starts: an old server has the folder; an error without a more exact one. */
const LOCK_FILE_EXISTS = 'F0001';
const INTERNAL_ERROR = 'XX000';

/** Enough for one process and for operator commands next to it. */
const CONNECTIONS = 60;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A copy of a running cluster needs the whole log; nothing replicates an embedded database.
  wal_level: 'replica',
  max_wal_senders: '0',
  // A backup that hangs must not fill the disk: it then fails, and the service goes on.
  max_slot_wal_keep_size: '10GB',
  // The client of a failed statement gets its error, so the log stays small.
  log_min_messages: 'log',
  log_line_prefix: LINE_PREFIX,
  log_checkpoints: 'off',
};

const NOT_DURABLE = {
  wal_level: 'minimal',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // The writer of the log would wake five times a second, and after each megabyte.
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
};

/** A server that ended or did not accept connections in time. */
export class StartFailed extends EmbeddedPostgresError {
  /** `output` is the end of `log`, which is the log of the last attempt only. */
  constructor(
    output: string,
    readonly log: ServerLog,
  ) {
    const lastLines = output.trim().split('\n').slice(-5).join(' | ');
    super(`PostgreSQL did not start: ${lastLines || 'it said nothing'}`);
  }
}

/**
 * Starts PostgreSQL and resolves when it accepts connections. Waits up to four hours while it
 * recovers. Tries again for ten seconds if the port is taken or an old server is still ending. The
 * caller must call `stop`. Throws StartFailed if it does not start, and EmbeddedPostgresError for a
 * wrong password or without a free port. Then no server of these attempts keeps running.
 */
export async function startPostmaster(
  cluster: Cluster,
  options: PostmasterOptions,
): Promise<Postmaster> {
  const limit = Date.now() + RETRY_LIMIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const log = await beginServerLog(options.logFile, options.logLimit);
    const postmaster = launch(cluster, port, options);
    try {
      options.onLaunch?.();
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    if (await becameReady(postmaster, cluster, options)) return postmaster;
    await postmaster.stop();
    const output = await log.sinceOpened();
    const mayPass = await isPassing(output, port, attempt);
    if (!mayPass || Date.now() > limit) throw new StartFailed(output, log);
    await delay(RETRY_PAUSE_MS);
  }
}

/**
 * Whether a start that failed may succeed a moment later. A taken port is an internal error and may
 * be free by now. So the first failure with an internal error gets another attempt, and a later one
 * only while the port is taken.
 */
async function isPassing(output: string, port: number, attempt: number): Promise<boolean> {
  const codes = fatalErrorsOf(output).map(({ code }) => code);
  if (codes.includes(LOCK_FILE_EXISTS)) return true;
  return codes.includes(INTERNAL_ERROR) && (attempt === 0 || (await listenOn(port)) === null);
}

/**
 * The URL of a database on an embedded server, including the password. With a folder, connections
 * use the Unix socket in it.
 */
export function databaseUrl(
  password: string,
  port: number,
  database = DATABASE_NAME,
  socketFolder?: string,
): string {
  const url = new URL(`postgresql://${DATABASE_NAME}:${password}@127.0.0.1:${port}/${database}`);
  if (socketFolder !== undefined) url.searchParams.set('host', socketFolder);
  return url.href;
}

function launch(cluster: Cluster, port: number, options: PostmasterOptions): Postmaster {
  const { maxConnections = CONNECTIONS } = options;
  const settings = {
    ...SETTINGS,
    max_connections: String(maxConnections),
    ...memorySettings(options.memoryBytes),
    ...(options.durable ? {} : NOT_DURABLE),
    ...(options.hasSocket ? { unix_socket_directories: cluster.folder } : {}),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  args.unshift('-D', cluster.folder, '-p', String(port));
  const log = openSync(options.logFile, 'a', 0o600);
  const child = spawn(cluster.binaries.postgres, args, {
    ...cluster.systemUser,
    env: childEnvironment(),
    cwd: '/',
    // Its own session: Ctrl-C in a terminal reaches only modport, which then stops the server.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return ownChild(child, port, cluster);
}

function ownChild(child: ChildProcess, port: number, cluster: Cluster): Postmaster {
  const { pid } = child;
  const isRunning = () => pid !== undefined && child.exitCode === null && child.signalCode === null;
  // After an uncaught error there is no `stop`, so the exit event shuts the server down.
  const onExit = () => {
    if (pid !== undefined) sendSignal(cluster, pid, 'SIGINT');
  };
  process.once('exit', onExit);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  }).then(() => void process.removeListener('exit', onExit));
  const stop = async () => {
    if (pid !== undefined) await stopServer(cluster, pid, isRunning);
  };
  return { port, pid, ended, stop };
}

async function becameReady(
  postmaster: Postmaster,
  cluster: Cluster,
  { startLimitMs = START_LIMIT_MS, onLongRecovery, signal }: PostmasterOptions,
): Promise<boolean> {
  let running = true;
  void postmaster.ended.then(() => {
    running = false;
  });
  const url = databaseUrl(cluster.password, postmaster.port, 'postgres');
  const begun = Date.now();
  let limit = begun + startLimitMs;
  let isLong = false;
  while (running && !signal?.aborted && Date.now() < limit) {
    const found = await probe(url);
    if (found === 'ready') return running;
    if (found === 'recovering') {
      if (!isLong && Date.now() > begun + startLimitMs) {
        isLong = true;
        onLongRecovery?.();
      }
      limit = Math.min(Date.now() + startLimitMs, begun + RECOVERY_LIMIT_MS);
    }
    const isOurs = (await readPidFile(cluster.folder))?.pid === postmaster.pid;
    if (found === 'wrong-password' && isOurs) {
      await postmaster.stop();
      throw new EmbeddedPostgresError('the file postgres-password does not fit the database');
    }
    await delay(isLong ? RECOVERY_POLL_MS : POLL_MS);
  }
  return false;
}

async function freePort(): Promise<number> {
  const port = await listenOn(0);
  if (port === null) throw new EmbeddedPostgresError('no port of 127.0.0.1 is free');
  return port;
}

/** Listens briefly on a port, or with 0 on a free one. Returns the port, or null if it is taken. */
function listenOn(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve(taken));
    });
  });
}
