import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../config/config.js';
import { type BaseBackup, copyCluster } from '../../platform/embedded/base-backup.js';
import { readRelease } from '../../platform/release.js';
import { CommandError } from '../flags.js';
import { type Draft, syncFileSystem } from './draft.js';
import { needSpace } from './free-space.js';
import { KEYS, keysNow, storedKeys, writeKeys } from './keys.js';
import {
  type Backup,
  backupsIn,
  FORMAT,
  MANIFEST,
  type Manifest,
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

/** The contents of a backup. */
export interface Copied {
  readonly manifest: Manifest;
  /** Keys of objects that the database names and the store did not have. Empty with S3. */
  readonly missing: readonly string[];
}

/** A backup that is being made. */
export interface BackupInProgress {
  readonly config: Config;
  /** The folder of all backups. */
  readonly folder: string;
  readonly draft: Draft;
  readonly startedAt: Date;
}

/** A rough estimate of the write-ahead log that PostgreSQL adds while the cluster is copied. */
const LOG_BYTES = 64 * 1024 ** 2;

/**
 * Copies all data to the draft, and writes its manifest and checksums. Throws like `createBackup`.
 */
export async function copyData(
  client: pg.Client,
  { config, folder, draft, startedAt }: BackupInProgress,
): Promise<Copied> {
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

async function lastBackup(folder: string): Promise<Backup | null> {
  const name = (await backupsIn(folder)).at(-1);
  if (name === undefined) return null;
  // An unreadable one, damaged or of a newer release, only costs the shared bytes.
  return readBackup(join(folder, name)).catch(() => null);
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
