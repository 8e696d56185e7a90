import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { transact } from '../../../request/transact.js';
import { rewriteModDocument, rewriteModDocuments } from './mod-document.js';

/** Documents per transaction: well under a second of work. Other writers wait for that long. */
const BATCH = 100;

/** The documents of a run: those of one game, or one category of it, or all outdated ones. */
interface DocumentsToRefresh {
  readonly gameId?: string | undefined;
  /** Only together with its game. */
  readonly categoryId?: string | undefined;
  /** The mod at which the previous run ended; mods are in the order of their ids. */
  readonly after?: string | undefined;
}

/**
 * Composes one batch of documents again. With a game, it goes through all its documents, or those
 * of the category, in the order of the mod ids. Without a game, they are those that older rules or
 * a process of the previous release composed. Returns the payload of the next run, or null if
 * nothing is left. It may run twice and may stop anywhere. It does not update search entries: the
 * job enqueues `refresh-search` after the last batch of a game.
 *
 * It misses none. A transaction that composes a document locks the row of its game until it ends.
 * So all documents with the old game were committed before the new game. A rename of a category
 * locks that row too.
 */
export async function refreshDocuments(
  { db }: Platform,
  { gameId, categoryId, after }: DocumentsToRefresh,
): Promise<Readonly<Record<string, string>> | null> {
  return db.$transaction(async (tx) => {
    const mods = await tx.$queryRaw<{ id: string }[]>`
      select id from ${modIdsOf({ gameId, categoryId, after })} order by id limit ${BATCH}`;
    const last = mods.at(-1)?.id;
    if (last === undefined) return null;
    await rewriteModDocuments(
      tx,
      mods.map(({ id }) => id),
    );
    if (mods.length < BATCH) return null;
    if (gameId === undefined) return {};
    return { gameId, ...(categoryId === undefined ? {} : { categoryId }), after: last };
  });
}

/** The mods of a run, with their ids. */
function modIdsOf({ gameId, categoryId, after }: DocumentsToRefresh): Prisma.Sql {
  const rest = after === undefined ? Prisma.empty : Prisma.sql`and id > ${after}::uuid`;
  if (categoryId !== undefined) {
    return Prisma.sql`
      (select mod_id as id from mod_categories where category_id = ${categoryId}::uuid) m
      where true ${rest}`;
  }
  if (gameId !== undefined) return Prisma.sql`mods where game_id = ${gameId}::uuid ${rest}`;
  return Prisma.sql`mods where composed_revision <> snapshot_revision`;
}

/** Mods per run: about a second of work. */
const MODS_BATCH = 50;

/** The mods of one run. */
interface ModsToRefresh {
  /** The blob whose bytes a file of each of the mods has. */
  readonly blobId: string;
  /** The mod at which the previous run ended; mods are in the order of their ids. */
  readonly after?: string | undefined;
}

/**
 * Updates the documents of the mods that have a file with the bytes of `blobId`. It handles one
 * batch, and enqueues one job for the search entries of all its mods, so that they do not delay
 * those of later publications. After a full batch, it enqueues a job for the next one. Each mod is
 * composed from its rows in its own transaction, so it may run twice and may stop anywhere.
 *
 * It misses none. A transaction that composes a document locks the mod until it ends. So this run
 * waits for a transaction that still used the old state. Spec 2.5.
 */
export async function refreshMods(
  { db, queue }: Platform,
  { blobId, after }: ModsToRefresh,
): Promise<void> {
  const files = await db.artifact.findMany({
    where: { blobId, ...(after === undefined ? {} : { modId: { gt: after } }) },
    distinct: ['modId'],
    orderBy: { modId: 'asc' },
    take: MODS_BATCH,
    select: { modId: true },
  });
  for (const { modId } of files) {
    await db.$transaction((tx) => rewriteModDocument(tx, modId));
  }
  if (files.length > 0) {
    const modIds = files.map(({ modId }) => modId).join(' ');
    await enqueue(db, { kind: 'index-mods', payload: { modIds } });
  }
  const last = files.at(-1)?.modId;
  if (files.length === MODS_BATCH && last !== undefined) {
    const payload = { blobId, after: last };
    await enqueue(db, { kind: 'refresh-mods', payload, dedupeKey: `${blobId} ${last}` });
  }
  queue.wake();
}

/** Documents per transaction: well under a second of work. */
const AUTHOR_BATCH = 100;

/**
 * Updates the author in the documents of an author's mods, in batches. Documents that are up to
 * date stay unchanged, so it may run twice and may stop anywhere. Returns the number of updated
 * documents. It enqueues no job: their `documentRevision` rises, so the next `refresh-search` finds
 * them.
 *
 * It misses none. A transaction that composes a document locks the author's row until it ends
 * (`readDocumentSources`). So all documents with the old profile were committed before the new
 * profile.
 */
export async function refreshAuthor(platform: Platform, userId: string): Promise<number> {
  let rewritten = 0;
  for (;;) {
    const count = await refreshBatch(platform, userId);
    rewritten += count;
    if (count < AUTHOR_BATCH) return rewritten;
  }
}

/** Replaces only the author in up to `AUTHOR_BATCH` outdated documents. Returns their number. */
function refreshBatch(platform: Platform, userId: string): Promise<number> {
  // Repeated after a deadlock: a deletion of a mod locks the mod first, and then its author.
  return transact({ platform, claim: null }, async (tx) => {
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
        order by m.id limit ${AUTHOR_BATCH} for update of m)
      update mods m set snapshot_revision = m.snapshot_revision + 1,
        composed_revision = m.composed_revision + 1, snapshot = jsonb_set(m.snapshot, '{author}', author.document)
      from stale, author where m.id = stale.id`;
  });
}
