import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import pg from 'pg';
import type { Config } from '../../config/config.js';
import { type BaseBackup, copyCluster } from '../../platform/embedded/base-backup.js';
import { AlreadyRunning } from '../../platform/embedded/failures.js';
import { type DataDirLock, lockDataDir } from '../../platform/embedded/lock.js';
import { openPostgres } from '../../platform/embedded/postgres.js';
import { exists } from '../../platform/folders.js';
import { silentLog } from '../../platform/log.js';
import { readRelease } from '../../platform/release.js';
import { CommandError } from '../flags.js';
import { type Draft, startDraft, syncFileSystem } from './draft.js';
import { needSpace, whileSpace } from './free-space.js';
import { KEYS, keysNow, storedKeys, writeKeys } from './keys.js';
import {
  type Backup,
  backupsIn,
  FORMAT,
  MANIFEST,
  type Manifest,
  nameAt,
  platformName,
  readBackup,
} from './manifest.js';
import {
  bytesOf,
  copyObjects,
  copyUploads,
  dataPathOf,
  dropRemoved,
  missingObjects,
  type StoreCopy,
} from './objects.js';
import { SUMS, sumsText } from './sums.js';

/** A new backup. */
export interface CreatedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Keys of objects that the database names and the store did not have. Empty with S3. */
  readonly missing: readonly string[];
}

/** A rough estimate of the write-ahead log that PostgreSQL adds while the cluster is copied. */
const LOG_BYTES = 64 * 1024 ** 2;

/**
 * Copies the data of the embedded parts to a new folder in `to`, while a service may run. The copy
 * has the database and its password, the encryption keys of the key file, the objects on disk and
 * the unfinished uploads. Unchanged objects share their bytes with the last backup there (hard
 * links). A killed call leaves no folder that counts as a backup.
 *
 * Throws EmbeddedPostgresError if PostgreSQL cannot be started or copied. Throws CommandError if
 * - `DATABASE_URL` is set, or the data directory has no database
 * - `to` is in the data directory, or its last backup is of another database
 * - another backup is writing to `to`
 * - rows name objects and the folder of the store is missing
 * - the disk has too little space, or PostgreSQL stops meanwhile
 */
export async function createBackup(config: Config, to: string): Promise<CreatedBackup> {
  await refuseUnfit(config);
  const folder = await openTarget(config, resolve(to));
  const lock = await whileSpace(folder, () => lockTarget(folder));
  try {
    await removeDrafts(folder);
    const startedAt = new Date();
    const name = nameAt(startedAt);
    const partial = join(folder, `.${name}.partial`);
    try {
      const made = await whileSpace(folder, async () =>
        fill({ config, folder, draft: await startDraft(partial), startedAt }),
      );
      await rename(partial, join(folder, name));
      syncFileSystem(folder);
      return { folder: join(folder, name), ...made };
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await lock.release();
  }
}

async function refuseUnfit({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined) {
    throw new CommandError(
      'DATABASE_URL is set; back up that PostgreSQL with pg_basebackup (docs/operations.md)',
    );
  }
  if (await exists(join(dataDir, 'postgres'))) return;
  throw new CommandError(`${dataDir} has no database`);
}

/** Creates the folder of the backups. Refuses one that is lost with the data directory. */
async function openTarget({ dataDir }: Config, to: string): Promise<string> {
  const data = await realpath(dataDir);
  refuseWithin(data, to);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const folder = await realpath(to);
  refuseWithin(data, folder);
  return folder;
}

function refuseWithin(data: string, folder: string): void {
  if (`${folder}${sep}`.startsWith(`${data}${sep}`) || relative(data, folder) === '') {
    throw new CommandError(`${folder} is in DATA_DIR; a backup belongs on another disk`);
  }
}

async function lockTarget(folder: string): Promise<DataDirLock> {
  try {
    return await lockDataDir(folder, 'command');
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    throw new CommandError(`another backup (pid ${error.pid}) is writing to ${folder}`, {
      cause: error,
    });
  }
}

const DRAFT = /^\.\d{8}T\d{6}\.\d{3}Z\.partial$/;

/** Removes what killed commands left. The lock excludes running ones. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => DRAFT.test(one))) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function lastBackup(folder: string): Promise<Backup | null> {
  const name = (await backupsIn(folder)).at(-1);
  if (name === undefined) return null;
  // An unreadable one, damaged or of a newer release, only costs the shared bytes.
  return readBackup(join(folder, name)).catch(() => null);
}

const LOST = 'PostgreSQL stopped during the backup; start the service and try again';

/** A backup that is being made. */
interface Making {
  readonly config: Config;
  /** The folder of all backups. */
  readonly folder: string;
  readonly draft: Draft;
  readonly startedAt: Date;
}

/** Runs PostgreSQL for the copy (`copyAll`). Throws CommandError if it stops meanwhile. */
async function fill(making: Making): Promise<Omit<CreatedBackup, 'folder'>> {
  const { config } = making;
  // Only this writes to the data directory.
  const postgres = await whileSpace(config.dataDir, () =>
    openPostgres(config, 'command', { log: silentLog }),
  );
  const client = new pg.Client({
    connectionString: postgres.url,
    application_name: 'modport backup',
  });
  let isLost = false;
  client.on('error', () => {
    isLost = true;
  });
  try {
    await client.connect();
    return await copyAll(client, making);
  } catch (error) {
    throw isLost ? new CommandError(LOST, { cause: error }) : error;
  } finally {
    await client.end().catch(() => undefined);
    await postgres.stop();
  }
}

/** Copies all data to the draft, and writes its manifest and checksums. */
async function copyAll(
  client: pg.Client,
  { config, folder, draft, startedAt }: Making,
): Promise<Omit<CreatedBackup, 'folder'>> {
  const previous = await lastBackup(folder);
  const hasStore = config.s3 === undefined;
  const copy = await storeCopyOf(config, draft, previous, client);
  await refuseOtherCluster(client, folder, previous);
  await copyEarly(client, folder, copy);
  const keysBefore = keysNow(config);
  let expected: readonly string[] = [];
  const base = await copyDatabase(client, config.dataDir, draft, async () => {
    expected = hasStore ? (await storedKeys(client)).keys : [];
  });
  await copyLate(copy);
  const keys = keysNow(config);
  await writeKeys(draft, keysBefore, keys);
  await draft.copy(join(config.dataDir, 'postgres-password'), `${KEYS}/postgres-password`);
  const missing = expected.filter((key) => !draft.sums.has(dataPathOf(key)));
  const manifest = manifestOf(base, draft, { startedAt, hasStore, hasKeys: keys !== null });
  await draft.write(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  await draft.write(SUMS, sumsText(draft.sums));
  syncFileSystem(folder);
  return { manifest, missing };
}

/**
 * The copy of the objects on disk; null if S3 has them, or without a folder and without objects.
 * Throws CommandError if rows name objects and there is no folder, as when its disk is not mounted.
 */
async function storeCopyOf(
  { dataDir, s3 }: Config,
  draft: Draft,
  previous: Backup | null,
  client: pg.Client,
): Promise<StoreCopy | null> {
  if (s3 !== undefined) return null;
  const path = join(dataDir, 'storage');
  const store = await realpath(path).catch(() => null);
  if (store !== null) return { store, draft, previous };
  const { keys } = await storedKeys(client);
  if (keys.length === 0) return null;
  throw new CommandError(
    `${path} cannot be read, and the database names ${keys.length} files in it`,
  );
}

async function refuseOtherCluster(
  client: pg.Client,
  folder: string,
  previous: Backup | null,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  if (previous === null || previous.manifest.cluster === rows[0]?.id) return;
  throw new CommandError(`${folder} has backups of another database; give this one its own folder`);
}

/**
 * Copies most objects before the database, after a check of the free space. So few are left to copy
 * after it, and that ends long before the service removes an object that the copied rows name.
 */
async function copyEarly(client: pg.Client, folder: string, copy: StoreCopy | null): Promise<void> {
  const { rows } = await client.query<{ size: string }>(
    'select sum(pg_database_size(oid)) as size from pg_database',
  );
  const names = copy ? await missingObjects(copy) : [];
  const objectBytes = copy ? await bytesOf(copy, names) : 0;
  await needSpace(folder, Number(rows[0]?.size ?? 0) + objectBytes + LOG_BYTES);
  if (!copy) return;
  await copyObjects(copy, names);
  await dropRemoved(copy);
}

/** Copies the cluster. `beforeEnd` runs before the time to which the copy is consistent. */
async function copyDatabase(
  client: pg.Client,
  dataDir: string,
  draft: Draft,
  beforeEnd: () => Promise<void>,
): Promise<BaseBackup> {
  const sink = {
    copy: async (from: string, path: string) => {
      await draft.copy(from, `database/${path}`);
    },
    write: (path: string, text: string) => draft.write(`database/${path}`, text),
  };
  return copyCluster(client, await realpath(join(dataDir, 'postgres')), sink, beforeEnd);
}

/**
 * Copies the rest of the objects after the database. The service stores an object before a row
 * names it, so the backup then has the objects of all copied rows.
 */
async function copyLate(copy: StoreCopy | null): Promise<void> {
  if (!copy) return;
  // An upload that completes meanwhile becomes an object, which the next step copies.
  await copyUploads(copy);
  await copyObjects(copy, await missingObjects(copy));
}

function manifestOf(
  base: BaseBackup,
  draft: Draft,
  { startedAt, hasStore, hasKeys }: { startedAt: Date; hasStore: boolean; hasKeys: boolean },
): Manifest {
  return {
    format: FORMAT,
    release: readRelease(),
    platform: platformName(),
    postgres: base.postgres,
    cluster: base.cluster,
    started_at: startedAt,
    completed_at: base.completedAt,
    first_segment: base.firstSegment,
    objects: hasStore ? 'disk' : 's3',
    keys: hasKeys ? 'file' : 'environment',
    parts: {
      database: draft.part('database'),
      keys: draft.part('keys'),
      storage: draft.part('storage'),
    },
  };
}
