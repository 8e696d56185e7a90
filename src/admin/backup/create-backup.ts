import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import pg from 'pg';
import type { Config } from '../../config/config.js';
import { AlreadyRunning } from '../../platform/embedded/failures.js';
import { type DataDirLock, lockDataDir } from '../../platform/embedded/lock.js';
import { openPostgres } from '../../platform/embedded/postgres.js';
import { exists } from '../../platform/folders.js';
import { silentLog } from '../../platform/log.js';
import { CommandError } from '../flags.js';
import { type BackupInProgress, type Copied, copyData } from './copy-data.js';
import { startDraft, syncFileSystem } from './draft.js';
import { whileSpace } from './free-space.js';
import { nameAt } from './manifest.js';

/** A new backup. */
export interface CreatedBackup extends Copied {
  readonly folder: string;
}

/**
 * Copies the data of the embedded parts to a new folder in `to`, also while a service runs. The
 * copy has the database and its password, the encryption keys of the key file, the objects on disk
 * and the unfinished uploads. Unchanged objects share their bytes with the last backup there (hard
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

const LOST = 'PostgreSQL stopped during the backup; start the service and try again';

/** Runs PostgreSQL for the copy (`copyData`). Throws CommandError if it stops meanwhile. */
async function fill(making: BackupInProgress): Promise<Copied> {
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
    return await copyData(client, making);
  } catch (error) {
    throw isLost ? new CommandError(LOST, { cause: error }) : error;
  } finally {
    await client.end().catch(() => undefined);
    await postgres.stop();
  }
}
