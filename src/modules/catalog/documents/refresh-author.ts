import type { Platform } from '../../../platform/platform.js';

/** Documents per transaction: well under a second of work. */
const BATCH = 100;

/**
 * Updates the author in the documents of an author's mods, in batches. Documents that are up to
 * date stay unchanged, so it may run twice and may stop anywhere. Returns the number of updated
 * documents.
 *
 * It misses none. A transaction that composes a document locks the author's row until it ends
 * (`snapshotSources`). So all documents with the old profile were committed before the new profile.
 */
export async function refreshAuthor(platform: Platform, userId: string): Promise<number> {
  let rewritten = 0;
  for (;;) {
    const count = await refreshBatch(platform, userId);
    rewritten += count;
    if (count < BATCH) return rewritten;
  }
}

function refreshBatch({ db }: Platform, userId: string): Promise<number> {
  return db.$transaction(async (tx) => {
    // The lock prevents that an older profile overwrites a newer one.
    await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for share`;
    return tx.$executeRaw`
      with author as (
        select jsonb_build_object('id', id, 'username', username, 'displayName', display_name,
          'profileOpen', profile_open) as document
        from users where id = ${userId}::uuid),
      stale as (
        select m.id from mods m, author
        where m.author_id = ${userId}::uuid and m.snapshot -> 'author' is distinct from author.document
        order by m.id limit ${BATCH} for update of m)
      update mods m set snapshot_revision = m.snapshot_revision + 1,
        composed_revision = m.composed_revision + 1, snapshot = jsonb_set(m.snapshot, '{author}', author.document)
      from stale, author where m.id = stale.id`;
  });
}
