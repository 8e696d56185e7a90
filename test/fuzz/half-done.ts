import type { World } from '../harness.js';

/** Counts the rows that no finished request may leave behind, by their defect. */
export async function halfDone({ platform }: World): Promise<Record<string, number>> {
  const { db } = platform;
  const [row] = await db.$queryRaw<Record<string, number>[]>`select
    (select count(*) from artifacts a where not exists
      (select 1 from upload_sessions s where s.artifact_id = a.id))::int as "files without a session",
    (select count(*) from upload_sessions s where not exists
      (select 1 from artifacts a where a.id = s.artifact_id))::int as "sessions without a file",
    (select count(*) from upload_sessions s join mod_versions v on v.id = s.version_id
      where v.mod_id <> s.mod_id)::int as "sessions of another mod",
    (select count(*) from mods m where not exists
      (select 1 from team_members t where t.team_id = m.team_id))::int as "mods without a team",
    (select count(*) from mods where state = 'published' and latest_version_id is null)::int
      as "published mods without a release",
    (select count(*) from mod_versions where state = 'published' and published_at is null)::int
      as "publications without a time",
    (select count(*) from mod_versions v where v.state = 'published' and not exists
      (select 1 from version_publications p where p.version_id = v.id))::int
      as "publications without a record",
    (select count(*) from idempotency_records where state = 'running')::int as "keys that stay taken",
    (select count(*) from jobs where state not in ('succeeded', 'failed', 'cancelled')
      and run_at <= ${platform.clock.now()}::timestamptz)::int as "jobs that nobody ran",
    (select count(*) from download_grants g where g.state = 'active' and not exists
      (select 1 from artifacts a where a.id = g.artifact_id and a.state in ('published', 'archived')))::int
      as "grants for what nobody may fetch"`;
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count > 0));
}

/** All rows that belong to an account and that only it may change, as one comparable text. */
export async function belongingsOf({ platform }: World, userId: string): Promise<string> {
  const rows = await platform.db.$queryRaw`
    select to_jsonb(m) - array['downloads_count', 'snapshot', 'snapshot_revision'] as row
      from mods m where author_id = ${userId}::uuid
    union all select to_jsonb(v) - 'downloads_count' from mod_versions v where created_by_id = ${userId}::uuid
    union all select to_jsonb(s) from upload_sessions s where user_id = ${userId}::uuid
    union all select to_jsonb(t) from team_members t where user_id = ${userId}::uuid
    union all select to_jsonb(u) from users u where id = ${userId}::uuid
    union all select to_jsonb(c) - 'last_used_at' from credentials c where user_id = ${userId}::uuid
    order by row`;
  return JSON.stringify(rows);
}
