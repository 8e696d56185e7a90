import { chmod, lstat, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { lockDataDir, ownerOf } from '../../platform/embedded/lock.js';
import { DEFAULT_SYSTEM_DIR } from '../../platform/embedded/postgres.js';
import { recoverCluster, removePlaced, stopServerOf } from '../../platform/embedded/recover.js';
import { exists } from '../../platform/folders.js';
import { readKeyFile } from '../../platform/key-file.js';
import { CommandError } from '../flags.js';
import { checkFiles } from './check-files.js';
import { needSpace, whileSpace } from './free-space.js';
import { isKeyKnown, KEYS, type StoredKeys, storedKeys } from './keys.js';
import { type Backup, readBackup } from './manifest.js';
import { dataPathOf } from './objects.js';
import { placeDatabase } from './place-database.js';

/** The extent of a verification that found no damage. */
export interface VerifiedBackup {
  /** The number of files, all of which were read. */
  readonly files: number;
  /** The number of tables, all of which were read. */
  readonly tables: number;
  /**
   * The number of objects that the rows name. Those in S3 are no part of a backup, so they are not
   * checked.
   */
  readonly objects: number;
}

/**
 * Reads all of a backup: every file, and every table of the database in a temporary copy. Checks
 * that its objects fit the rows, if it contains objects. Checks that a key opens the lookup secret
 * of its database: one in the backup, or one of `environmentKeys`, which the environment sets.
 * Throws CommandError, EmbeddedPostgresError, or PostgreSQL's error if anything is damaged.
 */
export async function verifyBackup(
  from: string,
  environmentKeys: readonly Uint8Array[],
): Promise<VerifiedBackup> {
  const backup = await readBackup(resolve(from));
  await checkFiles(backup);
  const { tables, stored } = await readDatabase(backup);
  refuseUnknownKey(backup, stored, environmentKeys);
  if (backup.manifest.objects === 'disk') refuseWrongObjects(backup, stored.keys);
  return { files: backup.sums.size, tables, objects: stored.keys.length };
}

const PREFIX = 'modport-verify-';

async function readDatabase(backup: Backup): Promise<{ tables: number; stored: StoredKeys }> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const lock = await lockDataDir(folder, 'command');
  try {
    // If root runs the command, PostgreSQL's own user enters it.
    await chmod(folder, 0o711);
    await needSpace(folder, backup.manifest.parts.database.size_bytes);
    return await whileSpace(folder, async () => {
      const cluster = await placeDatabase(backup, { folder, systemDir: DEFAULT_SYSTEM_DIR });
      const recovery = {
        logFile: join(folder, 'recovery.log'),
        until: null,
        timeline: null,
        durable: false,
      };
      return recoverCluster(cluster, recovery, readTables);
    });
  } finally {
    await removePlaced(folder, DEFAULT_SYSTEM_DIR);
    await lock.release();
  }
}

/** Removes the copies of killed commands, and ends the PostgreSQL that runs on them. */
async function removeAbandoned(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    // Anyone may make folders with such names in a shared folder.
    if (!(await isOwn(folder))) continue;
    // A folder without a lock may belong to a command that is just beginning.
    if (!(await exists(join(folder, 'lock')))) continue;
    if ((await ownerOf(folder)) !== undefined) continue;
    await stopServerOf(join(folder, 'postgres'));
    await removePlaced(folder, DEFAULT_SYSTEM_DIR);
  }
}

async function isOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

/** Reads all rows, of which PostgreSQL checks the sums of pages. */
async function readTables(url: string): Promise<{ tables: number; stored: StoredKeys }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A count from an index would not read the rows.
    await client.query(
      'set enable_indexonlyscan = off; set enable_indexscan = off; set enable_bitmapscan = off',
    );
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
        where relkind in ('r', 't', 'm') and relpersistence = 'p'`,
    );
    for (const { name } of rows) await client.query(`select count(*) from ${name}`);
    return { tables: rows.length, stored: await storedKeys(client) };
  } finally {
    await client.end();
  }
}

function refuseUnknownKey(
  { folder, manifest }: Backup,
  { purposes }: StoredKeys,
  environmentKeys: readonly Uint8Array[],
): void {
  const file = manifest.keys === 'file' ? readKeyFile(join(folder, KEYS)) : null;
  const keys = [...(file ? [file.present, ...file.former] : []), ...environmentKeys];
  if (isKeyKnown(purposes, keys)) return;
  throw new CommandError(
    manifest.keys === 'file'
      ? `${folder} lacks the key of its database`
      : `${folder} needs the ENCRYPTION_KEY that was set when it was created; this environment has another one or none`,
  );
}

const DIGEST_KEY = /^(?:blobs|media)\/([0-9a-f]{64})$/;

function refuseWrongObjects({ folder, sums }: Backup, keys: readonly string[]): void {
  const sumOf = (key: string) => sums.get(dataPathOf(key));
  const missing = keys.filter((key) => sumOf(key) === undefined);
  const wrong = keys.filter((key) => {
    const digest = DIGEST_KEY.exec(key)?.[1];
    return digest !== undefined && sumOf(key) !== undefined && sumOf(key) !== digest;
  });
  if (missing.length + wrong.length === 0) return;
  throw new CommandError(
    `the store of ${folder} lacks ${missing.length} objects and has wrong bytes for ${wrong.length}`,
    { help: { missing: missing.slice(0, 20), wrong: wrong.slice(0, 20) } },
  );
}
