import { Prisma } from '../../platform/database/generated/client.js';
import { LIMITS } from '../../registry/limits.js';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * A query for `mod_id` and `score` of each mod that was downloaded within the days of the trend: its
 * counted downloads, those of a day that began a half-life earlier with half the weight. A day is out
 * once it began longer ago than the window, so that nothing older ever counts. The sum is of exact
 * numbers: mods with the same downloads tie, whatever order they are added up in.
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
