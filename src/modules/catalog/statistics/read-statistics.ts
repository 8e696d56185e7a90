import type { Database } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { ownMods, requireModPermission } from '../../collaboration/index.js';
import type { Statistics } from './statistics.type.js';

/** The length of a period if the caller names none. */
export const DEFAULT_DAYS = 30;

/** The mods to count, as a subquery of ids, and the period. */
interface Counted {
  readonly mods: Prisma.Sql;
  /** The last day. */
  readonly until: Prisma.Sql;
  readonly days: number;
}

/**
 * Reads the numbers of one mod, for members of its team whose role has the permission `statistics`.
 * The period ends today (UTC) and has `days` days, 30 if null. Throws the errors of
 * `requireModPermission`, and `invalid_input` for a period outside 1 to `LIMITS.statisticsDays`
 * days.
 */
export async function readModStatistics(
  ctx: RequestContext,
  modId: string,
  days: number | null,
): Promise<Statistics> {
  await requireModPermission(ctx, modId, 'statistics');
  return readStatistics(ctx, Prisma.sql`select ${modId}::uuid as id`, days);
}

/**
 * Reads the sums over all mods on which the caller has the permission `statistics`, if the
 * credential reaches them. Without such a mod, all numbers are zero. The period is that of
 * `readModStatistics`. Throws `unauthorized` and `invalid_input`.
 */
export async function readMyStatistics(
  ctx: RequestContext,
  days: number | null,
): Promise<Statistics> {
  return readStatistics(ctx, ownMods(requireUser(ctx), 'statistics'), days);
}

/**
 * Reads the numbers of some mods, from the replica if possible. Then they may lack the last
 * seconds.
 */
async function readStatistics(
  ctx: RequestContext,
  mods: Prisma.Sql,
  given: number | null,
): Promise<Statistics> {
  const days = given ?? DEFAULT_DAYS;
  if (days < 1) throw outOfRange('too_small');
  if (days > LIMITS.statisticsDays) throw outOfRange('too_large');
  const now = ctx.platform.clock.now();
  const until = Prisma.sql`(${now}::timestamptz at time zone 'utc')::date`;
  const { db, replica } = ctx.platform;
  const read = (from: Database, ofMods: Prisma.Sql) =>
    readFrom(from, { mods: ofMods, until, days });
  if (replica === null) return read(db, mods);
  // The primary decides which mods the caller may see.
  const ids = (await db.$queryRaw<{ id: string }[]>(mods)).map(({ id }) => id);
  const listed = Prisma.sql`select unnest(${ids}::uuid[]) as id`;
  return (await replica.read('statistics', (copy) => read(copy, listed))) ?? read(db, listed);
}

/** Three statements for any number of mods. */
async function readFrom(db: Database, counted: Counted): Promise<Statistics> {
  const [[downloads], [sources], [checks]] = await Promise.all([
    db.$queryRaw<[Downloads]>(downloadsOf(counted)),
    db.$queryRaw<[Sources]>(sourcesOf(counted)),
    db.$queryRaw<[Checks]>(checksOf(counted)),
  ]);
  return { ...downloads, ...sources, ...checks };
}

const outOfRange = (code: 'too_small' | 'too_large') =>
  problem('invalid_input', { fields: [{ field: 'days', code }] });

type Sources = Pick<Statistics, 'regions' | 'referrers'>;
type Checks = Pick<Statistics, 'checks'>;
type Downloads = Omit<Statistics, keyof Sources | keyof Checks>;

/**
 * Reads the days of the files once and sums them by day and by version in the same pass, so that no
 * sum per day and version is kept.
 */
function downloadsOf({ mods, until, days }: Counted): Prisma.Sql {
  const before = Prisma.sql`${until} - ${days}::int`;
  return Prisma.sql`
    with files as materialized (
      select id, version_id, mod_id from artifacts where mod_id in (${mods})),
    sums as materialized (
      select d.day, f.mod_id, f.version_id, sum(d.downloads) as downloads,
        sum(d.downloads) filter (where d.day > ${before}) as recent
      from files f join download_days d on d.artifact_id = f.id
      where d.day > ${before} - ${days}::int and d.day <= ${until}
      group by grouping sets ((d.day), (f.mod_id, f.version_id))),
    by_version as materialized (
      select mod_id, version_id, recent as downloads from sums
      where version_id is not null and recent > 0)
    select (${before} + 1)::text as since, ${until}::text as until,
      (select coalesce(sum(downloads), 0)::float8 from sums where day > ${before}) as downloads,
      (select coalesce(sum(downloads), 0)::float8 from sums where day <= ${before})
        as "downloadsBefore",
      (${rows(Prisma.sql`
        select d::date::text as day, coalesce(s.downloads, 0) as downloads
        from generate_series(${before} + 1, ${until}, interval '1 day') d
          left join sums s on s.day = d::date
        order by d`)}) as days,
      (${top(Prisma.sql`
        select n.mod_id as "modId", m.title, sum(n.downloads) as downloads
        from by_version n join mods m on m.id = n.mod_id
        group by n.mod_id, m.title`)}) as mods,
      (${top(Prisma.sql`
        select v.id as "versionId", v.mod_id as "modId", v.version, n.downloads
        from by_version n join mod_versions v on v.id = n.version_id`)}) as versions,
      (${top(Prisma.sql`
        select g as name, sum(n.downloads) as downloads
        from by_version n join mod_versions v on v.id = n.version_id
          cross join lateral unnest(v.game_versions) g
        group by g`)}) as "gameVersions"`;
}

function sourcesOf({ mods, until, days }: Counted): Prisma.Sql {
  const of = (source: 'region' | 'referrer') =>
    top(Prisma.sql`select name, downloads from sums where source = ${source}::"DownloadSource"`);
  return Prisma.sql`
    with sums as materialized (
      select source, name, sum(downloads) as downloads from download_source_days
      where mod_id in (${mods}) and day > ${until} - ${days}::int and day <= ${until}
      group by 1, 2)
    select (${of('region')}) as regions, (${of('referrer')}) as referrers`;
}

function checksOf({ mods, until, days }: Counted): Prisma.Sql {
  return Prisma.sql`
    select (${rows(Prisma.sql`
      select day::text, sum(checks) as checks,
        round(sum(total_ms) / sum(checks) / 1000, 1) as "meanSeconds",
        round(max(longest_ms) / 1000.0, 1) as "longestSeconds"
      from check_days
      where mod_id in (${mods}) and day > ${until} - ${days}::int and day <= ${until}
      group by day order by day`)}) as checks`;
}

/** The rows of a query as JSON, in its order. */
const rows = (query: Prisma.Sql) =>
  Prisma.sql`select coalesce(json_agg(r), '[]') from (${query}) r`;

/**
 * The `LIMITS.statisticsRows` rows with the most downloads. The text of a row decides between equal
 * numbers, so the order is stable.
 */
const top = (query: Prisma.Sql) =>
  rows(Prisma.sql`
    select t.* from (${query}) t
    order by t.downloads desc, t::text limit ${LIMITS.statisticsRows}`);
