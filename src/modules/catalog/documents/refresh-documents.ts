import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { rewriteSnapshots } from './snapshot.js';

/** Documents per transaction: well under a second of work. Other writers wait for that long. */
const BATCH = 100;

/** The documents of a run: those of one game after a mod, or all outdated ones. */
export interface DocumentsToRefresh {
  readonly gameId?: string | undefined;
  /** The last updated mod of the game. */
  readonly after?: string | undefined;
}

/**
 * Composes one batch of documents again. Without a game: documents composed by older rules or by a
 * process of the previous release. With a game: documents that show its old values. Returns the
 * payload of the next run, or null if nothing is left. It may run twice and may stop anywhere.
 *
 * It misses none. A transaction that composes a document locks the row of its game until it ends.
 * So all documents with the old game were committed before the new game.
 */
export async function refreshDocuments(
  { db }: Platform,
  { gameId, after }: DocumentsToRefresh,
): Promise<Readonly<Record<string, string>> | null> {
  return db.$transaction(async (tx) => {
    const which =
      gameId === undefined
        ? Prisma.sql`composed_revision <> snapshot_revision`
        : Prisma.sql`game_id = ${gameId}::uuid
            ${after === undefined ? Prisma.empty : Prisma.sql`and id > ${after}::uuid`}`;
    const mods = await tx.$queryRaw<{ id: string }[]>`
      select id from mods where ${which} order by id limit ${BATCH}`;
    const last = mods.at(-1)?.id;
    if (last === undefined) return null;
    await rewriteSnapshots(
      tx,
      mods.map(({ id }) => id),
    );
    if (mods.length < BATCH) return null;
    return gameId === undefined ? {} : { gameId, after: last };
  });
}
