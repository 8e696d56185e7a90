import type { Platform } from '../../platform/platform.js';

/** Documents that one transaction rewrites: a moment's work, whatever they hold. */
const BATCH = 100;

/**
 * Brings the documents of an author's mods in line with the author's profile, batch by batch; those
 * that are right stay, so it may be run twice and be ended anywhere. Answers how many it rewrote.
 *
 * None is left behind: a transaction that makes a document holds the row of the author until it
 * ends (`snapshotSources`), so all that name the former profile were committed before the new one.
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
    // Held, so that no newer profile is written over by this one.
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
