import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * A query for `mod_id` and `score` of each mod with downloads in the trending window. The score is
 * the sum of counted downloads, and the weight of a day halves with each half-life. The window has
 * whole days: a day is excluded if it began before the window. The sum uses exact numbers, so mods
 * with the same downloads tie, in any order of addition.
 */
export function trendingScores(now: Date): Prisma.Sql {
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
