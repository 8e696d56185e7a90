import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockCounts } from './count-downloads.js';

/** The number of checked mods, and of corrected rows. */
interface Recounted {
  readonly mods: number;
  readonly changed: Changed;
}

/** The numbers of corrected rows. */
interface Changed {
  readonly days: number;
  readonly files: number;
  readonly versions: number;
  readonly mods: number;
}

/** Mods per transaction. Counting waits until the transaction ends. */
const PAGE = 50;
/** Time limit of a transaction. Mods with very many downloads take long. */
const PATIENCE_SECONDS = 120;
const DAY_MS = 24 * 60 * 60 * 1000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Computes the derived counts again: the days of the last `downloadRecountSeconds` from the counted
 * grants and the imported counts, and all totals from the days. Imported counts have no grants,
 * such as those of the demo catalog. Older days keep their values, because their grants may be
 * deleted. It runs page by page next to a live service, which counts between two pages. It does not
 * check new grants. An operator starts it. Each page is a transaction of two minutes at most. If one
 * fails, the run throws its error. The earlier pages stay, and another run begins with the first.
 */
export async function recountDownloads(platform: Platform): Promise<Recounted> {
  const since = platform.clock.now().getTime() - LIMITS.downloadRecountSeconds * 1000;
  const wholeDay = new Date(Math.ceil(since / DAY_MS) * DAY_MS);
  const changed = { days: 0, files: 0, versions: 0, mods: 0 };
  let mods = 0;
  let after = BEFORE_ALL;
  for (;;) {
    const page = await platform.db.$transaction((tx) => recountPage(tx, after, wholeDay), {
      timeout: PATIENCE_SECONDS * 1000,
    });
    mods += page.ids.length;
    changed.days += page.days;
    changed.files += page.files;
    changed.versions += page.versions;
    changed.mods += page.mods;
    const last = page.ids.at(-1);
    if (page.ids.length < PAGE || last === undefined) return { mods, changed };
    after = last;
  }
}

interface Page extends Changed {
  readonly ids: readonly string[];
}

/**
 * Recounts one page of mods. It locks the mods only after the slow read of their grants. The
 * counting lock covers the whole transaction, so the grants that were read stay valid.
 */
async function recountPage(tx: Tx, after: string, since: Date): Promise<Page> {
  await lockCounts(tx);
  const mods = await tx.mod.findMany({
    where: { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: PAGE,
    select: { id: true },
  });
  const ids = mods.map(({ id }) => id);
  await findWrongDays(tx, ids, since);
  await tx.$executeRaw`
    select id from mods where id = any(${ids}::uuid[]) order by id for no key update`;
  return {
    ids,
    days: await correctDays(tx),
    files: await sumFiles(tx, ids),
    versions: await sumVersions(tx, ids),
    mods: await sumMods(tx, ids),
  };
}

/** Stores wrong days in a temporary table, because there may be many. Usually it stays empty. */
async function findWrongDays(tx: Tx, modIds: readonly string[], since: Date): Promise<void> {
  await tx.$executeRaw`
    create temporary table wrong_days (artifact_id uuid, day date, downloads bigint) on commit drop`;
  await tx.$executeRaw`
    with files as materialized (select id from artifacts where mod_id = any(${modIds}::uuid[])),
    granted as (
      select g.artifact_id, (g.admitted_at at time zone 'utc')::date as day, count(*) as downloads
      from files f join download_grants g on g.artifact_id = f.id
      where g.counts and g.admitted_at >= ${since}::timestamptz
      group by 1, 2),
    kept as (
      select d.artifact_id, d.day, d.downloads, d.imported
      from files f join download_days d on d.artifact_id = f.id
      where d.day >= (${since}::timestamptz at time zone 'utc')::date)
    insert into wrong_days
    select artifact_id, day, coalesce(kept.imported, 0) + coalesce(granted.downloads, 0)
    from kept full join granted using (artifact_id, day)
    where kept.downloads is distinct from coalesce(kept.imported, 0) + coalesce(granted.downloads, 0)`;
}

function correctDays(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    insert into download_days (artifact_id, day, downloads)
    select artifact_id, day, downloads from wrong_days
    on conflict (artifact_id, day) do update set downloads = excluded.downloads`;
}

function sumFiles(tx: Tx, modIds: readonly string[]): Promise<number> {
  return tx.$executeRaw`
    update artifacts a set downloads_count = s.downloads
    from (
      select f.id, coalesce(sum(d.downloads), 0) as downloads
      from artifacts f left join download_days d on d.artifact_id = f.id
      where f.mod_id = any(${modIds}::uuid[]) group by f.id) s
    where a.id = s.id and a.downloads_count <> s.downloads`;
}

function sumVersions(tx: Tx, modIds: readonly string[]): Promise<number> {
  return tx.$executeRaw`
    update mod_versions v set downloads_count = s.downloads
    from (
      select r.id, coalesce(sum(a.downloads_count), 0) as downloads
      from mod_versions r left join artifacts a on a.version_id = r.id
      where r.mod_id = any(${modIds}::uuid[]) group by r.id) s
    where v.id = s.id and v.downloads_count <> s.downloads`;
}

function sumMods(tx: Tx, modIds: readonly string[]): Promise<number> {
  return tx.$executeRaw`
    update mods m set downloads_count = s.downloads
    from (
      select o.id, coalesce(sum(v.downloads_count), 0) as downloads
      from mods o left join mod_versions v on v.mod_id = o.id
      where o.id = any(${modIds}::uuid[]) group by o.id) s
    where m.id = s.id and m.downloads_count <> s.downloads`;
}
