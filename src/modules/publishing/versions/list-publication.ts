import type { Tx } from '../../../platform/database/connect.js';
import { holdRanks } from '../../catalog/index.js';

/**
 * Moves a mod to the front of the publication order, and adds a new mod to the end of the frozen
 * orders. The old row is closed, not moved, so that earlier walks still find it.
 */
export async function listPublication(
  tx: Tx,
  mod: { modId: string; gameId: string },
  at: Date,
): Promise<void> {
  await holdRanks(tx, 'shared');
  const last = await tx.modPublication.findFirst({
    where: { modId: mod.modId },
    orderBy: { publishedAt: 'desc' },
    select: { publishedAt: true },
  });
  // Publication times of a mod are unique and strictly increasing.
  const publishedAt = new Date(Math.max(at.getTime(), (last?.publishedAt.getTime() ?? 0) + 1));
  await tx.$executeRaw`
    update mod_publications set closed_at = ${publishedAt}, closed_in = pg_current_xact_id()
    where mod_id = ${mod.modId}::uuid and closed_in is null`;
  await tx.modPublication.create({ data: { ...mod, publishedAt } });
  await tx.$executeRaw`
    insert into mod_ranks (generation, kind, mod_id, game_id, value)
    select g.id, k.kind, ${mod.modId}::uuid, ${mod.gameId}::uuid, 0
    from (select max(id) as id from rank_generations) g,
      unnest(enum_range(null::"RankKind")) as k(kind)
    where g.id is not null
    on conflict do nothing`;
}
