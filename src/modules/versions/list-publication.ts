import type { Tx } from '../../platform/database/connect.js';

/**
 * Puts a mod at the front of the order of publication, and at the end of the frozen orders by
 * number if it is new there. The old place is closed, not moved: walks that began before find it.
 */
export async function listPublication(
  tx: Tx,
  mod: { modId: string; gameId: string },
  publishedAt: Date,
): Promise<void> {
  await tx.modPublication.updateMany({
    where: { modId: mod.modId, closedAt: null },
    data: { closedAt: publishedAt },
  });
  await tx.modPublication.create({ data: { ...mod, publishedAt } });
  await tx.$executeRaw`
    insert into mod_ranks (generation, kind, mod_id, game_id, value)
    select g.id, k.kind, ${mod.modId}::uuid, ${mod.gameId}::uuid, 0
    from (select max(id) as id from rank_generations) g,
      unnest(enum_range(null::"RankKind")) as k(kind)
    where g.id is not null
    on conflict do nothing`;
}
