import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Config } from '../../config/config.js';
import { AlreadyRunning, RecoveryEndedEarly } from '../../platform/embedded/failures.js';
import { type DataDirLock, lockDataDir } from '../../platform/embedded/lock.js';
import { DEFAULT_SYSTEM_DIR } from '../../platform/embedded/postgres.js';
import { recoverCluster, removePlaced, stopServerOf } from '../../platform/embedded/recover.js';
import { restoredFolder, restoringFolder } from '../../platform/embedded/unfinished-restore.js';
import { exists } from '../../platform/folders.js';
import { RESTORED_ROW } from '../../platform/load-keys.js';
import { CommandError } from '../flags.js';
import { addLog } from './add-log.js';
import { checkManifest, checkNames } from './check-files.js';
import { fillObjects } from './fill-objects.js';
import { needSpace, whileSpace } from './free-space.js';
import { storedKeys } from './keys.js';
import { type Backup, nameAt, readBackup } from './manifest.js';
import { copyPart, placeDatabase } from './place-database.js';
import { finishSwap, killedRestore, replacedNames, swapData } from './swap-data.js';

/** The source of a restore and its options. */
export interface RestoreRequest {
  readonly from: string;
  /** The folder of the archived write-ahead log; without it, the backup's own log is replayed. */
  readonly log?: string | undefined;
  /** The time up to which the log is replayed; null for all of it. */
  readonly until: Date | null;
  /** The timeline of the log to follow; null for the latest. */
  readonly timeline: number | null;
  /** Whether the data directory may have contents, which are moved aside. */
  readonly replaces: boolean;
}

/** A restored data directory. */
export interface RestoredBackup {
  /** The time of the last write; null if the log had none. */
  readonly lastWriteAt: Date | null;
  /** The folder with the replaced contents of the data directory; null if nothing was replaced. */
  readonly movedTo: string | null;
  /** Keys of objects that the database names and no source had. Empty with S3. */
  readonly missing: readonly string[];
}

/**
 * Restores a backup into the data directory. If a call is killed after its checks, no service
 * starts there until the call is repeated:
 * - If the new contents were not complete, the former ones are still in place, and the next call
 *   starts again. The operator may instead remove `restoringFolder`, to go on without a restore.
 * - If they were complete, the repeated call only finishes that restore, without the backup.
 *
 * Throws CommandError if
 * - `DATABASE_URL` is set, or a service runs
 * - another restore was killed after its new contents were complete
 * - the directory has contents without `replaces`, or a mounted volume
 * - `until` is given without `log`, or is before the end of the backup
 * - the log is damaged, has a gap, or has no write after `until`
 * - the backup is damaged, or of a newer release or another platform
 * - the disk has too little space
 *
 * Throws EmbeddedPostgresError if the recovery fails in another way. After an error before the new
 * contents are complete, the former ones are still in place.
 */
export async function restoreBackup(
  config: Config,
  request: RestoreRequest,
): Promise<RestoredBackup> {
  if (config.databaseUrl !== undefined) {
    throw new CommandError('DATABASE_URL is set; restore that PostgreSQL (docs/operations.md)');
  }
  const { dataDir } = config;
  const lock = await lockData(dataDir);
  try {
    if (await exists(restoredFolder(dataDir))) return await finishRestore(dataDir, request);
    const backup = await readBackup(resolve(request.from));
    await checkManifest(backup);
    requireReachableTime(backup, request);
    await refuseContents(dataDir, request);
    await checkNames(backup);
    return await whileSpace(dataDir, () => restore(dataDir, backup, request));
  } finally {
    await lock.release();
  }
}

function requireReachableTime({ manifest, folder }: Backup, { until, log }: RestoreRequest): void {
  if (until === null) return;
  if (log === undefined) throw new CommandError('--until needs --wal or WAL_ARCHIVE');
  if (until >= manifest.completed_at) return;
  throw new CommandError(
    `${folder} has writes up to ${manifest.completed_at.toISOString()}; use an older backup for --until`,
  );
}

async function lockData(dataDir: string): Promise<DataDirLock> {
  try {
    return await lockDataDir(dataDir, 'command');
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    throw new CommandError(
      `another modport (pid ${error.pid}) is running on ${dataDir}; stop it, or wait until it ends`,
      { cause: error },
    );
  }
}

async function finishRestore(dataDir: string, request: RestoreRequest): Promise<RestoredBackup> {
  const killed = await killedRestore(dataDir);
  if (killed !== null && requestText(killed) !== requestText(request)) {
    const { from, until, timeline } = killed;
    throw new CommandError(
      `another restore of ${dataDir} was interrupted; first run it again with these flags`,
      {
        help: { from, until, timeline },
      },
    );
  }
  const { lastWriteAt = null, missing = [] } = killed ?? {};
  return { lastWriteAt, movedTo: await finishSwap(dataDir), missing };
}

const requestText = ({ from, until, timeline }: Omit<RestoreRequest, 'log' | 'replaces'>): string =>
  JSON.stringify([resolve(from), until, timeline]);

async function refuseContents(dataDir: string, { replaces }: RestoreRequest): Promise<void> {
  const names = await replacedNames(dataDir);
  if (names.length > 0 && !replaces) {
    throw new CommandError(
      `${dataDir} has data; --replace moves it to a folder in it, and nothing is deleted`,
    );
  }
  await refuseMounts(dataDir, names);
  // A service that was killed may have left its PostgreSQL.
  await stopServerOf(join(dataDir, 'postgres'));
}

/** A mounted volume cannot be moved aside. */
async function refuseMounts(dataDir: string, names: readonly string[]): Promise<void> {
  const { dev } = await stat(dataDir);
  for (const name of names) {
    if ((await lstat(join(dataDir, name))).dev === dev) continue;
    throw new CommandError(
      `${join(dataDir, name)} is a mounted volume; unmount it for the restore, and move the restored folder there`,
    );
  }
}

async function restore(
  dataDir: string,
  backup: Backup,
  request: RestoreRequest,
): Promise<RestoredBackup> {
  const folder = restoringFolder(dataDir);
  await stopServerOf(join(folder, 'postgres'));
  await removePlaced(folder, DEFAULT_SYSTEM_DIR);
  try {
    // PostgreSQL's own user enters it.
    await mkdir(folder);
    await chmod(folder, 0o711);
    const { database, keys, storage } = backup.manifest.parts;
    await needSpace(dataDir, database.size_bytes + keys.size_bytes + storage.size_bytes);
    await copyPart(backup, 'keys', folder);
    if (backup.manifest.objects === 'disk') await placeStore(backup, join(folder, 'storage'));
    const recovered = await recover(backup, dataDir, request);
    const missing = await fillObjects(backup, recovered.keys, {
      store: join(folder, 'storage'),
      former: join(dataDir, 'storage'),
    });
    const { until, timeline } = request;
    const { lastWriteAt } = recovered;
    const complete = { from: backup.folder, until, timeline, lastWriteAt, missing };
    return { lastWriteAt, movedTo: await swapData(dataDir, nameAt(new Date()), complete), missing };
  } catch (error) {
    await removePlaced(folder, DEFAULT_SYSTEM_DIR);
    throw error;
  }
}

async function placeStore(backup: Backup, store: string): Promise<void> {
  await mkdir(store, { mode: 0o700 });
  await copyPart(backup, 'storage', store);
  const plans = [...backup.sums.keys()].filter((path) => path.endsWith('/upload.json'));
  for (const path of plans) {
    const parts = join(store, '..', path.replace(/upload\.json$/, 'parts'));
    await mkdir(parts, { recursive: true, mode: 0o700 });
  }
}

async function recover(
  backup: Backup,
  dataDir: string,
  { log, until, timeline }: RestoreRequest,
): Promise<{ keys: readonly string[]; lastWriteAt: Date | null }> {
  const { first_segment: first, cluster: id } = backup.manifest;
  const folder = restoringFolder(dataDir);
  const place = { folder, systemDir: DEFAULT_SYSTEM_DIR };
  const cluster = await placeDatabase(backup, place, async (to) => {
    if (log === undefined) return;
    const former = join(dataDir, 'postgres');
    await addLog({ archive: resolve(log), former, cluster: id }, to, first);
  });
  const logFile = join(folder, 'recovery.log');
  try {
    return await recoverCluster(cluster, { logFile, until, timeline, durable: true }, settle);
  } catch (error) {
    if (!(error instanceof RecoveryEndedEarly)) throw error;
    throw new CommandError(
      `${log} has no write after ${until?.toISOString()}; leave out --until to replay all of it`,
      { cause: error },
    );
  } finally {
    await rm(logFile, { force: true });
  }
}

/** Reads what the rows expect. Invalidates cursors, which name transactions of the lost future. */
async function settle(url: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>(
      'select pg_last_xact_replay_timestamp() as at',
    );
    const { keys } = await storedKeys(client);
    await client.query(
      `insert into server_keys (purpose, secret) values ($1, $2)
        on conflict (purpose) do update set secret = excluded.secret, created_at = now()`,
      [RESTORED_ROW, randomBytes(16)],
    );
    return { keys, lastWriteAt: rows[0]?.at ?? null };
  } finally {
    await client.end();
  }
}
