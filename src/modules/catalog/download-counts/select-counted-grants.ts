import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';

/** Counted downloads of one file on one day (UTC), as PostgreSQL writes them in JSON. */
export interface CountedFile {
  readonly artifactId: string;
  readonly day: string;
  readonly downloads: number;
}

/** Counted downloads of one file on one day (UTC) from one site or region. */
export interface CountedSource extends CountedFile {
  readonly source: 'referrer' | 'region';
  readonly name: string;
}

/** The counted downloads of a batch of grants. */
export interface CountedGrants {
  readonly files: readonly CountedFile[];
  readonly sources: readonly CountedSource[];
}

/**
 * Checks locked grants and returns the counted downloads. Stores each verdict in the grant
 * (`counts`). Clears the grant's referrer and region: only their sums are needed, and a grant
 * belongs to a person. Stores the last counted time of each pair of actor and file in
 * `counted_downloads`.
 *
 * A grant counts if no download of its pair was counted within the window before it
 * (`countedDownloadWindowSeconds`). Grants of one pair are checked in order. Each names the next
 * one that is at least a window later; the recursive query follows these links from the first. A
 * late grant does not count if a later one of its pair was already counted. So no window has two
 * counted downloads.
 */
export async function selectCountedGrants(tx: Tx, ids: readonly string[]): Promise<CountedGrants> {
  const [counts] = await tx.$queryRaw<CountedGrants[]>`
    with recursive batch as materialized (
      select id, artifact_id, actor, admitted_at, referrer, region from download_grants
      where id = any(${ids}::uuid[])),
    candidates as materialized (${candidates()}),
    counted as (
      select id, next, artifact_id, actor, admitted_at from candidates where nth = 1
      union all
      select n.id, n.next, n.artifact_id, n.actor, n.admitted_at
      from counted c join candidates n on n.id = c.next),
    marked as (
      update download_grants g set counts = c.id is not null, referrer = null, region = null
      from batch b left join counted c using (id)
      where g.id = b.id),
    remembered as (
      insert into counted_downloads (artifact_id, actor, counted_at)
      select artifact_id, actor, max(admitted_at) from counted group by artifact_id, actor
      on conflict (artifact_id, actor) do update set counted_at = excluded.counted_at)
    select (${perDay(Prisma.empty, Prisma.sql`counted`)}) as files,
      (${perDay(Prisma.sql`, source, name`, SOURCES)}) as sources`;
  if (!counts) throw new Error('PostgreSQL returned no row');
  return counts;
}

/** Counted downloads per file, day and further columns, as JSON. */
function perDay(columns: Prisma.Sql, from: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`select coalesce(json_agg(f), '[]') from (
    select artifact_id as "artifactId", (admitted_at at time zone 'utc')::date as day,
      count(*) as downloads${columns}
    from ${from} group by artifact_id, day${columns}) f`;
}

/** Each counted grant once per known source. */
const SOURCES = Prisma.sql`(
  select c.artifact_id, c.admitted_at, s.source, s.name
  from counted c join batch b using (id)
    cross join lateral (values ('referrer', b.referrer), ('region', b.region)) s(source, name)
  where s.name is not null) named`;

/**
 * The grants of `batch` whose pair has no counted download in the window before them, or later.
 * Each has its place `nth` within its pair and the `next` grant that is at least a window later.
 *
 * `offset 0` makes PostgreSQL look up each pair by its key. Otherwise it would read the whole
 * table.
 */
function candidates(): Prisma.Sql {
  const windowSeconds = LIMITS.countedDownloadWindowSeconds;
  return Prisma.sql`
      select b.*,
        row_number() over (
          partition by b.artifact_id, b.actor order by b.admitted_at, b.id) as nth,
        first_value(b.id) over (
          partition by b.artifact_id, b.actor order by b.admitted_at
          range between make_interval(secs => ${windowSeconds}) following and unbounded following)
          as next
      from batch b
      where not exists (
        select from counted_downloads c
        where c.artifact_id = b.artifact_id and c.actor = b.actor
          and c.counted_at > b.admitted_at - make_interval(secs => ${windowSeconds}) offset 0)`;
}
