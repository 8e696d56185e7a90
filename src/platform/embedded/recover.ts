import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError, RecoveryEndedEarly } from './failures.js';
import { availableMemory } from './memory.js';
import { DEFAULT_SYSTEM_DIR } from './postgres.js';
import { databaseUrl, type Postmaster, StartFailed, startPostmaster } from './postmaster.js';
import { REFUSED_LOGIN } from './probe.js';
import { fatalErrorsOf } from './server-log.js';
import { stopOrphan } from './signal.js';
import {
  canEnter,
  childEnvironment,
  ensurePostgresUser,
  isRoot,
  makeOpenFolder,
} from './system-user.js';

/** Folders that PostgreSQL expects. Backups list files only. */
const FOLDERS = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_xact',
];

/** The place of a cluster that was copied from a backup. */
export interface PlacedCluster {
  /** Contains the cluster as `postgres`, or a link to it. */
  readonly folder: string;
  /** If root runs modport: the folder for what PostgreSQL's own user cannot reach. */
  readonly systemDir: string;
  readonly password: string;
}

/**
 * Makes a cluster for the user that PostgreSQL runs as: `fill` writes its files to the folder that
 * it gets. If that user cannot enter `folder`, the cluster is below `systemDir`, with a link in
 * `folder`. The first start of the cluster is a recovery. Throws EmbeddedPostgresError.
 */
export async function placeCluster(
  { folder, systemDir, password }: PlacedCluster,
  fill: (cluster: string) => Promise<void>,
): Promise<Cluster> {
  const systemUser = isRoot() ? ensurePostgresUser() : undefined;
  const binaries = await findBinaries(systemUser, isRoot() ? systemDir : folder);
  const link = join(folder, 'postgres');
  const isNear = canEnter(folder, systemUser);
  const cluster = isNear ? link : await makeFarFolder(link, systemDir);
  await mkdir(cluster, { mode: 0o700 });
  await fill(cluster);
  for (const name of FOLDERS) await mkdir(join(cluster, name), { recursive: true, mode: 0o700 });
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  const owned = isNear ? cluster : dirname(cluster);
  if (systemUser) giveTo(`${systemUser.uid}:${systemUser.gid}`, owned);
  return { folder: cluster, binaries, systemUser, password };
}

/**
 * Removes a folder with a placed cluster. If the link in it leads below `systemDir`, removes the
 * cluster there too.
 */
export async function removePlaced(folder: string, systemDir: string): Promise<void> {
  const target = await readlink(join(folder, 'postgres')).catch(() => undefined);
  const clusters = join(resolve(systemDir), 'clusters');
  const isFar = target !== undefined && target === resolve(target);
  if (isFar && dirname(dirname(target)) === clusters) {
    await rm(dirname(target), { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

/** Stops the server that a killed process left on a cluster. Ignores an absent cluster. */
export async function stopServerOf(path: string): Promise<void> {
  const folder = await realpath(path).catch(() => undefined);
  if (folder === undefined) return;
  const binaries = await findBinaries(undefined, isRoot() ? DEFAULT_SYSTEM_DIR : dirname(path));
  await stopOrphan({ folder, binaries, systemUser: undefined, password: '' });
}

async function makeFarFolder(link: string, systemDir: string): Promise<string> {
  const clusters = join(resolve(systemDir), 'clusters');
  await makeOpenFolder(systemDir);
  await makeOpenFolder(clusters);
  const folder = join(clusters, randomBytes(8).toString('hex'));
  await mkdir(folder, { mode: 0o700 });
  // The link comes first, so that a killed restore leaves no cluster without a link.
  await symlink(join(folder, 'data'), link);
  return join(folder, 'data');
}

function giveTo(owner: string, folder: string): void {
  const run = spawnSync('chown', ['-R', owner, folder], {
    env: childEnvironment(),
    encoding: 'utf8',
  });
  if (run.status === 0) return;
  throw new EmbeddedPostgresError(
    `the owner of ${folder} could not be set: ${run.error?.message ?? run.stderr}`,
  );
}

/** How a copied cluster recovers. */
export interface Recovery {
  readonly logFile: string;
  /** The time up to which writes are replayed; null for all of the log. */
  readonly until: Date | null;
  /** The timeline to follow; null for the latest. */
  readonly timeline: number | null;
  /**
   * False omits the syncs that protect the data from a power failure, for a cluster that is removed
   * afterwards.
   */
  readonly durable: boolean;
}

/**
 * Replays the log of a placed cluster, runs `work` on the result and stops the server. The cluster
 * is then on a new timeline and ready for a normal start. Throws RecoveryEndedEarly if the log has
 * no write after `until`, and EmbeddedPostgresError with PostgreSQL's reason for any other failure.
 */
export async function recoverCluster<T>(
  cluster: Cluster,
  { logFile, until, timeline, durable }: Recovery,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = await startRecovery(cluster, { logFile, until, timeline, durable });
  try {
    return await work(databaseUrl(cluster.password, server.port));
  } finally {
    await server.stop();
    await announceTimeline(cluster);
  }
}

/**
 * The SQLSTATE of the end of the log before the target: `config_file_error`. It ends the process
 * that recovers. Invalid settings have it too, but end the server itself.
 */
const ENDED_EARLY = 'F0000';

async function startRecovery(
  cluster: Cluster,
  { logFile, until, timeline, durable }: Recovery,
): Promise<Postmaster> {
  const starting = startPostmaster(cluster, {
    logFile,
    durable,
    memoryBytes: availableMemory(),
    settings: {
      wal_level: 'replica',
      // All of the log is already in pg_wal.
      restore_command: 'false',
      recovery_target_timeline: String(timeline ?? 'latest'),
      recovery_target_action: 'promote',
      // A login succeeds only after the end of the recovery.
      hot_standby: 'off',
      ...(until ? { recovery_target_time: settingOf(until) } : {}),
    },
  });
  return starting.catch(async (error: unknown) => {
    if (!(error instanceof StartFailed)) throw error;
    // A refused login adds a line, so the reason can be far from the end.
    const log = await error.log.sinceOpened(Number.POSITIVE_INFINITY).catch(() => '');
    throw recoveryFailure(log, until, error);
  });
}

/** The failure that the last fatal line of a start's log states; `cause` if it has none. */
function recoveryFailure(log: string, until: Date | null, cause: unknown): unknown {
  const last = fatalErrorsOf(log).findLast(({ code }) => code !== REFUSED_LOGIN);
  if (last === undefined) return cause;
  const isEarly = until !== null && last.code === ENDED_EARLY && !last.isOfServer;
  const Failure = isEarly ? RecoveryEndedEarly : EmbeddedPostgresError;
  return new Failure(`the recovery failed: ${last.reason}`, { cause });
}

/** PostgreSQL reads its settings before it knows the names of time zones, such as Z. */
const settingOf = (time: Date) => time.toISOString().replace('T', ' ').replace('Z', '+00');

/**
 * Lets the next start archive the history of the new timeline. Without it, no recovery can follow
 * that timeline.
 */
async function announceTimeline({ folder, systemUser }: Cluster): Promise<void> {
  const log = join(folder, 'pg_wal');
  const histories = (await readdir(log)).filter((name) => name.endsWith('.history')).sort();
  const newest = histories.at(-1);
  if (newest === undefined) return;
  const mark = join(log, 'archive_status', `${newest}.ready`);
  await writeFile(mark, '', { mode: 0o600 });
  if (systemUser) giveTo(`${systemUser.uid}:${systemUser.gid}`, mark);
}
