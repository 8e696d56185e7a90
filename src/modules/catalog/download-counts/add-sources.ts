import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { deleteInBatches } from '../../../platform/database/in-batches.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import type { CountedSource } from './select-counted-grants.js';

/**
 * Adds counted downloads to the days of their mods and sources. The caller holds the counting lock.
 * Clients can send any `Referer`, so a mod has a bounded number of names per day and kind of
 * source. Downloads of further names have no source, as if the client had sent none.
 */
export async function addSources(tx: Tx, counted: readonly CountedSource[]): Promise<void> {
  await tx.$executeRaw`
    with given as (
      select a.mod_id, d.day, d.source::"DownloadSource" as source, d.name,
        sum(d.downloads) as downloads
      from json_to_recordset(${JSON.stringify(counted)}::json)
          as d("artifactId" uuid, day date, downloads bigint, source text, name text)
        join artifacts a on a.id = d."artifactId"
      group by 1, 2, 3, 4),
    placed as (
      select g.*, k.name is not null as is_known,
        row_number() over (
          partition by g.mod_id, g.day, g.source, k.name is null
          order by g.downloads desc, g.name) as nth,
        (select count(*) from download_source_days n
          where n.mod_id = g.mod_id and n.day = g.day and n.source = g.source) as names
      from given g left join download_source_days k using (mod_id, day, source, name))
    insert into download_source_days (mod_id, day, source, name, downloads)
    select mod_id, day, source, name, downloads from placed
    where is_known or names + nth <= ${LIMITS.downloadSourcesPerDay}
    on conflict (mod_id, day, source, name)
      do update set downloads = download_source_days.downloads + excluded.downloads`;
}

/**
 * Deletes the counts of sources (`download_source_days`) for days that no statistics show any more.
 * Does the same for the statistics of upload checks (`check_days`). Rows that are left after 30
 * seconds for one table stay until the next run (`inBatches`).
 */
export async function forgetSources({ db, clock }: Platform): Promise<void> {
  const keptDays = LIMITS.statisticsDays + 1;
  const now = clock.now();
  const old = Prisma.sql`
    day < (${now}::timestamptz at time zone 'utc')::date - ${keptDays}::int`;
  await deleteInBatches(db, 'download_source_days', old);
  await deleteInBatches(db, 'check_days', old);
}
