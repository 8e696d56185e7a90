import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { transactLong } from '../../../platform/database/own-limits.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { ADVISORY_LOCKS } from '../../../registry/locks.js';

/**
 * Separates publications from freezes until the transaction ends. Publications share the lock; a
 * freeze takes it exclusively. Otherwise a mod published during a freeze would join only the
 * previous generation and be missing in the new one.
 */
export async function lockRanks(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  const { ranks } = ADVISORY_LOCKS;
  if (how === 'shared') await tx.$executeRaw`select pg_advisory_xact_lock_shared(${ranks}::bigint)`;
  else await tx.$executeRaw`select pg_advisory_xact_lock(${ranks}::bigint)`;
}

/**
 * The number of generations to keep. A walk stays in one generation, so it can last until that many
 * newer ones exist.
 */
const KEPT_GENERATIONS = 4;

/** Time limit. A catalog of a million mods takes much less. */
const LIMIT_MS = 120_000;

/**
 * Freezes the rank orders, so that a walk through them neither repeats nor skips a mod (Spec 4.1).
 * Computes the trending scores from the downloads of the last days, before it locks publications
 * out. Deletes generations that no walk should need. One transaction of at most two minutes: after
 * an error, the previous generation stays the newest. A second freeze waits for the first one.
 */
export async function freezeRanks(platform: Platform): Promise<void> {
  const { clock, db } = platform;
  await transactLong(db, LIMIT_MS, async (tx) => {
    const now = clock.now();
    // Runs before the lock that blocks publications, because it reads the downloads of a week.
    await tx.$executeRaw`
        create temporary table frozen_scores (mod_id uuid, score float8) on commit drop`;
    await tx.$executeRaw`insert into frozen_scores ${trendingScores(now)}`;
    await lockRanks(tx, 'alone');
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
  });
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * A query for `mod_id` and `score` of each mod with downloads in the trending window. The score is
 * the sum of counted downloads, and the weight of a day halves with each half-life. The window has
 * whole days: a day is excluded if it began before the window. The sum uses exact numbers, so mods
 * with the same downloads tie, in any order of addition.
 */
function trendingScores(now: Date): Prisma.Sql {
  return Prisma.sql`
    select a.mod_id, sum(d.downloads * w.weight)::float8 as score
    from (
      select day::date, power(0.5, extract(epoch from ${now}::timestamptz - (day at time zone 'utc'))
        / ${LIMITS.trendingHalfLifeSeconds}::numeric) as weight
      from generate_series(
        date_trunc('day', ${now}::timestamptz at time zone 'utc')
          - make_interval(secs => ${LIMITS.trendingWindowSeconds - DAY_SECONDS}),
        ${now}::timestamptz at time zone 'utc', interval '1 day') as day) w
      join download_days d on d.day = w.day
      join artifacts a on a.id = d.artifact_id
    group by a.mod_id`;
}
