import type { Database } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import {
  EXPORTS_PREFIX,
  MEDIA_PREFIX,
  STAGING_PREFIX,
  type Storage,
} from '../../../platform/storage/storage.port.js';
import { BLOB_PREFIX, digestOf } from '../blobs/blob-in-use.js';

/** The stores of an installation, by the names that clients see. */
export const STORE_NAMES = ['primary', 'mirror'] as const;
/** One of these names. */
export type StoreName = (typeof STORE_NAMES)[number];

/** Half of the sample: the newest files, and the oldest ones. */
const HALF = 4;

/**
 * Returns the keys of at most eight objects that a store should have according to the database: the
 * newest and the oldest files. Without files it returns keys of pictures; the mirror has no
 * pictures. `except` is the id of a blob to leave out, because it is known to be missing.
 */
export async function knownKeys(
  db: Pick<Database, '$queryRaw'>,
  store: StoreName,
  except: string | null = null,
): Promise<string[]> {
  const files =
    store === 'mirror'
      ? Prisma.sql`select id, storage_key from blobs
          where mirrored_at is not null and id is distinct from ${except}::uuid`
      : Prisma.sql`select id, storage_key from blobs
          where state = 'sealed' and removed_at is null and id is distinct from ${except}::uuid`;
  const keys = await sampleOf(db, files);
  if (keys.length > 0 || store === 'mirror') return keys;
  return sampleOf(db, Prisma.sql`select id, storage_key from media where deleted_at is null`);
}

async function sampleOf(db: Pick<Database, '$queryRaw'>, rows: Prisma.Sql): Promise<string[]> {
  const sample = await db.$queryRaw<{ key: string }[]>`
    with stored as not materialized (${rows})
    (select storage_key as key from stored order by id desc limit ${HALF})
    union (select storage_key from stored order by id limit ${HALF})`;
  return sample.map(({ key }) => key);
}

/** The prefixes of everything that an installation keeps in a store. */
const KEPT = [BLOB_PREFIX, MEDIA_PREFIX, STAGING_PREFIX, EXPORTS_PREFIX];

/** Files of a store in the sample. Keys are digests, so the first ones are a random sample. */
const LOOKED_UP = 100;

/**
 * Whether the files in a store can be this installation's, by a sample of a hundred. The database
 * must name at least half of them. A file that it does not name must not be older than its own
 * first file: rows of removed files stay, so such a file belongs to another installation.
 */
export async function namesMostFiles(db: Pick<Database, 'blob'>, store: Storage): Promise<boolean> {
  const page = await store.list(BLOB_PREFIX, undefined, LOOKED_UP);
  const files = page.flatMap(({ key, lastModified }) => {
    const digest = digestOf(key);
    return digest === null ? [] : [{ digest, lastModified }];
  });
  const digests = files.map(({ digest }) => digest);
  const rows = await db.blob.findMany({
    where: { sha256: { in: digests } },
    select: { sha256: true },
  });
  const first = await db.blob.findFirst({ orderBy: { id: 'asc' }, select: { createdAt: true } });
  const known = new Set(rows.map(({ sha256 }) => sha256));
  const isOlder = files.some(
    ({ digest, lastModified }) =>
      !known.has(digest) && first !== null && lastModified < first.createdAt,
  );
  return !isOlder && known.size * 2 >= digests.length;
}

/** Whether a store has objects or unfinished uploads of some installation. */
export async function hasObjects(store: Storage): Promise<boolean> {
  for (const prefix of KEPT) {
    if ((await store.list(prefix, undefined, 1)).length > 0) return true;
  }
  return (await store.listMultiparts(STAGING_PREFIX, undefined, 1)).length > 0;
}
