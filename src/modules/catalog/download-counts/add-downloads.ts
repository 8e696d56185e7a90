import type { Tx } from '../../../platform/database/connect.js';
import type { CountedFile } from './select-counted-grants.js';

/**
 * Adds counted downloads to the days of their files and to the totals of files, versions and mods.
 * One statement updates all of them. So the files of a version always add up to its total, and the
 * versions of a mod to the mod's total. Call `holdGrants` first: it locks the mods and files.
 * Raises no revision, because download counts change without a write.
 */
export async function addDownloads(tx: Tx, counted: readonly CountedFile[]): Promise<void> {
  await tx.$executeRaw`
    with given as materialized (
      select d.*, a.version_id, a.mod_id
      from json_to_recordset(${JSON.stringify(counted)}::json)
          as d("artifactId" uuid, day date, downloads bigint)
        join artifacts a on a.id = d."artifactId"),
    days as (
      insert into download_days (artifact_id, day, downloads)
      select "artifactId", day, downloads from given
      on conflict (artifact_id, day)
        do update set downloads = download_days.downloads + excluded.downloads),
    files as (
      update artifacts a set downloads_count = a.downloads_count + d.downloads
      from (select "artifactId", sum(downloads) as downloads from given group by 1) d
      where a.id = d."artifactId"),
    versions as (
      update mod_versions v set downloads_count = v.downloads_count + d.downloads
      from (select version_id, sum(downloads) as downloads from given group by 1) d
      where v.id = d.version_id)
    update mods m set downloads_count = m.downloads_count + d.downloads
    from (select mod_id, sum(downloads) as downloads from given group by 1) d
    where m.id = d.mod_id`;
}
