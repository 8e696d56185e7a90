import type { Database } from '../../../src/platform/database/connect.js';

/** Invariants of the database after any race. Each query returns the rows that violate it. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  'a version has its publication record exactly if it was published': `
    select v.id from mod_versions v left join version_publications p on p.version_id = v.id
    where (v.published_at is null) <> (p.version_id is null)`,
  'a mod is published exactly if one of its versions is': `
    select m.id from mods m where m.state <> 'deleted' and (m.state = 'published') <>
      exists (select from mod_versions v where v.mod_id = m.id and v.state = 'published')`,
  'a mod is archived exactly if its best version is': `
    select m.id from mods m where m.state <> 'deleted' and (m.state = 'archived') <>
      (exists (select from mod_versions v where v.mod_id = m.id and v.state = 'archived')
       and not exists (select from mod_versions v where v.mod_id = m.id and v.state = 'published'))`,
  'a published version has its primary file published, and no other version has a published file': `
    select v.id from mod_versions v where
      (v.state = 'published' and not exists (
        select from artifacts a where a.id = v.primary_artifact_id and a.state = 'published'))
      or (v.state <> 'published' and exists (
        select from artifacts a where a.version_id = v.id and a.state = 'published'))`,
  'a version has at most one living main file': `
    select version_id from artifacts
    where file_kind = 'main' and state in ('ready', 'published', 'archived', 'withdrawn')
    group by version_id having count(*) > 1`,
  'the document of a mod names its newest published version whose bytes are safe': `
    select m.id from mods m where m.state = 'published' and
      m.snapshot #>> '{latestRelease,id}' is distinct from (
        select v.id::text from mod_versions v where v.mod_id = m.id and v.state = 'published'
          and not exists (
            select from artifacts a join blobs b on b.id = a.blob_id
            where a.version_id = v.id and a.file_kind = 'main' and b.state = 'unsafe')
        order by v.published_at desc, v.id desc limit 1)`,
  'a deleted mod has no living version, and a deleted version no living file': `
    select m.id from mods m join mod_versions v on v.mod_id = m.id
    where m.state = 'deleted' and v.state <> 'deleted'
    union all
    select v.id from mod_versions v join artifacts a on a.version_id = v.id
    where v.state = 'deleted' and a.state in ('ready', 'published', 'archived', 'withdrawn')`,
  'a deleted mod or version has one tombstone': `
    select d.id from (
      select id from mods where state = 'deleted'
      union all select id from mod_versions where state = 'deleted') d
    where (select count(*) from tombstones t where t.id = d.id) <> 1`,
  'a team of a living mod has an active owner': `
    select m.id from mods m where m.state <> 'deleted' and not exists (
      select from team_members t join users u on u.id = t.user_id
      where t.team_id = m.team_id and t.role = 'owner' and u.state = 'active')`,
  'a mod shows one cover at most, the one that it names': `
    select m.id from mods m where m.state <> 'deleted' and array(
      select c.id from media c where c.mod_id = m.id and c.kind <> 'gallery'
        and c.deleted_at is null and c.replaced_at is null)
      <> array_remove(array[m.cover_id], null)`,
  'pictures of a gallery have different positions': `
    select mod_id from media where kind = 'gallery' and deleted_at is null
    group by mod_id, position having count(*) > 1`,
  'an upload that has ended has no open job': `
    select u.id from upload_sessions u join jobs j on j.id = u.job_id
    where u.state in ('ready', 'published', 'failed', 'cancelled')
      and j.state in ('queued', 'processing')`,
  'an upload is published exactly if its file is out or was': `
    select u.id from upload_sessions u join artifacts a on a.id = u.artifact_id
    where (u.state = 'published' and a.state in ('pending', 'ready', 'rejected'))
      or (u.state <> 'published' and a.upload_id = u.id and a.state = 'published')`,
  'a grant is active only for a published file': `
    select g.id from download_grants g join artifacts a on a.id = g.artifact_id
    where g.state = 'active' and a.state in ('withdrawn', 'deleted')`,
  'a key has one successor at most': `
    select rotated_from_id from credentials where rotated_from_id is not null
    group by rotated_from_id having count(*) > 1`,
  'a publication is told of once': `
    select subject_id from outbox_events where kind = 'version.published'
    group by subject_id having count(*) > 1`,
  'an account holds a right once at most': `
    select user_id from entitlements where revoked_at is null
    group by user_id, kind, resource_id having count(*) > 1`,
  'a claimed key has one outcome': `
    select actor from idempotency_records group by actor, operation, key having count(*) > 1`,
  'an event and its audit line are as many as the moves that they tell of': `
    select v.id from mod_versions v where v.published_at is not null and 1 <> (
      select count(*) from audit_entries e
      where e.target_id = v.id and e.action = 'version.published' and e.outcome = 'done')`,
};

/** The violated invariants with the rows that violate them. */
export async function broken(db: Database): Promise<Record<string, unknown>> {
  const found = await Promise.all(
    Object.entries(INVARIANTS).map(
      async ([name, sql]) => [name, await db.$queryRawUnsafe<object[]>(sql)] as const,
    ),
  );
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0));
}
