import type { Platform } from '../../../platform/platform.js';
import { UnfitStore } from '../../../platform/storage/storage.port.js';

/** Half of the sample: the newest files, and the oldest ones. */
const SAMPLE = 4;

/**
 * Throws `UnfitStore` if the first store has none of some stored files, the newest and the oldest
 * ones. Then it is probably not the store of this database: a process has other variables than the
 * others, or a disk is not mounted. A file that such a store lacks is not lost, and its objects may
 * belong to another installation. `except` names a blob that is known to be missing. Throws errors
 * of the store. Does nothing if no file is stored.
 */
export async function requireOwnStore(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  except: string | null = null,
): Promise<void> {
  const sample = await db.$queryRaw<{ key: string }[]>`
    with stored as not materialized (select id, storage_key from blobs
      where state = 'sealed' and removed_at is null and id is distinct from ${except}::uuid)
    (select storage_key as key from stored order by id desc limit ${SAMPLE})
    union (select storage_key from stored order by id limit ${SAMPLE})`;
  if (sample.length === 0) return;
  // One is enough. After many lost files, a run of a job calls this for each of them.
  for (const { key } of sample) {
    if ((await storage.head(key)) !== null) return;
  }
  throw new UnfitStore(
    `the store has none of ${sample.length} files that the database names; ` +
      'compare S3_… and DATA_DIR with those of the other processes, and check the mounts',
  );
}

/** Logs if the store is not that of the database. A store that does not respond is no such sign. */
export async function reportOtherStore(
  platform: Pick<Platform, 'db' | 'storage' | 'log'>,
): Promise<void> {
  try {
    await requireOwnStore(platform);
  } catch (error) {
    if (!(error instanceof UnfitStore)) return;
    platform.log.error({ err: error }, 'the store lacks the files of the database');
  }
}
