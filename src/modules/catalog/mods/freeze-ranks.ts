import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { trendingScores } from '../download-counts/trending-scores.js';
import { holdRanks } from './hold-ranks.js';

/** Number of generations to keep. A walk in a rank order may last that many periods. */
const KEPT_GENERATIONS = 4;

/** Time limit. A catalog of a million mods takes much less. */
const PATIENCE_SECONDS = 120;

/**
 * Freezes the rank orders, so that a walk through them neither repeats nor skips a mod (Spec 4.1).
 * Computes the trending scores from the downloads of the last days. Deletes generations that no
 * walk should need.
 */
export async function freezeRanks(platform: Platform): Promise<void> {
  const { clock, db } = platform;
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`set local statement_timeout = ${Prisma.raw(`'${PATIENCE_SECONDS}s'`)}`;
      const now = clock.now();
      // Runs before the lock that blocks publications, because it reads the downloads of a week.
      await tx.$executeRaw`
        create temporary table frozen_scores (mod_id uuid, score float8) on commit drop`;
      await tx.$executeRaw`insert into frozen_scores ${trendingScores(now)}`;
      await holdRanks(tx, 'alone');
      const { id } = await tx.rankGeneration.create({ data: { frozenAt: now } });
      await tx.$executeRaw`
        insert into mod_ranks (generation, kind, mod_id, game_id, value)
        select ${id}, k.kind, m.id, m.game_id,
          case k.kind when 'downloads' then m.downloads_count else coalesce(t.score, 0) end
        from mods m
          left join frozen_scores t on t.mod_id = m.id
          cross join unnest(enum_range(null::"RankKind")) as k(kind)
        where m.state = 'published'`;
      const [kept] = await tx.$queryRaw<{ oldest: number }[]>`
        select min(id) as oldest from (
          select id from rank_generations order by id desc limit ${KEPT_GENERATIONS}) as newest`;
      if (!kept) return;
      await tx.modRank.deleteMany({ where: { generation: { lt: kept.oldest } } });
      await tx.rankGeneration.deleteMany({ where: { id: { lt: kept.oldest } } });
    },
    { timeout: PATIENCE_SECONDS * 1000 },
  );
}
