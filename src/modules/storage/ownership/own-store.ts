import type { Platform } from '../../../platform/platform.js';
import { type Storage, UnfitStore } from '../../../platform/storage/storage.port.js';
import { hasObjects, knownKeys, namesMostFiles, type StoreName } from './known-files.js';
import { nameOwner, readInstallation, readOwner } from './store-owner.js';

/** The parts by which a store is recognized. */
export type Stores = Pick<Platform, 'config' | 'db' | 'storage' | 'mirror'>;

/** The store lacks files that the database names. It may be the wrong store, or not be mounted. */
export class FilesMissing extends UnfitStore {}

const COMPARE = {
  primary: 'compare S3_… and DATA_DIR with those of the other processes',
  mirror: 'compare S3_MIRROR_…, MIRROR and DATA_DIR with those of the other processes',
} as const;

/** The store of that name; null without a mirror. */
export function storeNamed(
  { storage, mirror }: Pick<Platform, 'storage' | 'mirror'>,
  name: StoreName,
): Storage | null {
  return name === 'mirror' ? (mirror?.storage ?? null) : storage;
}

/**
 * Call this before objects are removed that another installation may have stored. Throws
 * `UnfitStore` unless the store names this installation as its owner (`OWNER_KEY`). Does nothing
 * for an absent mirror.
 *
 * A store without an owner gets this installation as its owner in these cases, and otherwise throws
 * `UnfitStore`. A read-only service writes no owner.
 * - It has most of a sample of files of the database, and the database names at least half of a
 *   sample of its files (`namesMostFiles`).
 * - It is empty, and it is the mirror, or the database names no file in it.
 *
 * Sends one request, and at most a dozen more before the store has an owner. Throws errors of the
 * store: a store that does not respond is no sign of a wrong store.
 */
export async function requireOwnStore(
  platform: Stores,
  name: StoreName = 'primary',
): Promise<void> {
  const store = storeNamed(platform, name);
  if (store === null) return;
  const installation = await readInstallation(platform.db);
  const owner = (await readOwner(store)) ?? (await claim(platform, name, store, installation));
  if (owner === installation) return;
  throw new UnfitStore(
    `the ${wordOf(name)} belongs to installation ${owner}, and this database to ${installation}; ` +
      `${COMPARE[name]}, and DATABASE_URL too, or take it over with the command store claim`,
  );
}

/**
 * Makes this installation the owner if the store fits it. Returns the owner that the store names
 * afterwards.
 */
async function claim(
  { config, db }: Stores,
  name: StoreName,
  store: Storage,
  installation: string,
): Promise<string | null> {
  const keys = await knownKeys(db, name);
  const found = await countFound(store, keys);
  // Uploads since a disk was unmounted may be in the empty folder, but the older files are not.
  const hasMost = found * 2 > keys.length;
  const mayBeEmpty = keys.length === 0 || name === 'mirror';
  const isOwn = hasMost
    ? await namesMostFiles(db, store)
    : mayBeEmpty && !(await hasObjects(store));
  if (!isOwn) {
    if (!hasMost && keys.length > 0) {
      throw lacking(name, found, keys.length, ', or take it over with the command store claim');
    }
    throw new UnfitStore(
      `the ${wordOf(name)} has objects, and the database does not name ${hasMost ? 'all' : 'any'} of them; ` +
        `${COMPARE[name]}, and DATABASE_URL too, or take it over with the command store claim`,
    );
  }
  return config.readOnly ? installation : nameOwner(store, installation);
}

/**
 * Call this before a missing object counts as lost. Throws the errors of `requireOwnStore`, and
 * `UnfitStore` if the first store has none of a sample of files of the database. The folder below
 * an unmounted disk may name this installation too, and no file is lost then. `except` is the id of
 * a blob that is known to be missing.
 */
export async function requireOwnFiles(
  platform: Stores,
  except: string | null = null,
): Promise<void> {
  await requireOwnStore(platform);
  const keys = await knownKeys(platform.db, 'primary', except);
  if (keys.length === 0) return;
  // One is enough. After many lost files, a run of a job calls this for each of them.
  for (const key of keys) {
    if ((await platform.storage.head(key)) !== null) return;
  }
  throw lacking('primary', 0, keys.length);
}

/** The number of keys with an object. */
export async function countFound(store: Storage, keys: readonly string[]): Promise<number> {
  let found = 0;
  for (const key of keys) {
    if ((await store.head(key)) !== null) found += 1;
  }
  return found;
}

function lacking(name: StoreName, found: number, all: number, cure = ''): FilesMissing {
  return new FilesMissing(
    `the ${wordOf(name)} has ${found === 0 ? 'none' : `only ${found}`} of ${all} files that the ` +
      `database names; ${COMPARE[name]}, and check the mounts${cure}`,
  );
}

const wordOf = (name: StoreName): string => (name === 'primary' ? 'store' : 'mirror');
