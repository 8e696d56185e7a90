import { Prisma } from '../../platform/database/generated/client.js';
import type { Platform } from '../../platform/platform.js';
import { rewriteSnapshots } from './snapshot.js';

/** Documents that one transaction rewrites: well under a second of work, and so long other writers wait. */
const BATCH = 100;

/** The documents that a run rewrites: those of one game from a mod on, or all that are outdated. */
export interface DocumentsToRefresh {
  readonly gameId?: string | undefined;
  /** The last mod of the game that was rewritten. */
  readonly after?: string | undefined;
}

/**
 * Composes documents of mods again, one batch. Without a game these are the documents that former rules
 * or a process of the previous release composed; with one, those that show the game as it was. Returns
 * what the next run has to do, or null if nothing is left. It may run twice and may end anywhere.
 *
 * None is left behind: a transaction that makes a document holds the row of its game until it ends, so
 * all that name the former game were committed before the new one.
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
