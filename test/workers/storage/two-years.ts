import type { World } from '../../harness.js';
import type { StoredMod } from '../catalog/stored-mod.js';

/** The SQL of a random UUIDv7 of the time `at`. */
const ID = `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(random()::text), 14, 3) || '8' || substr(md5(random()::text), 18, 15))::uuid`;

/** The ids to which the rows of a simulated period refer. */
interface Refers {
  readonly userId: string;
  readonly modId: string;
  readonly versionId: string;
  readonly artifactId: string;
  readonly blobId: string;
  readonly subscriptionId: string;
}

/** The rows of each table in one period. */
export const ROWS = {
  download_grants: 6_000,
  audit_entries: 8_000,
  outbox_events: 2_000,
  webhook_deliveries: 2_000,
  idempotency_records: 3_000,
  jobs: 3_500,
  upload_sessions: 500,
  blob_scans: 500,
  mails: 500,
} as const;

/** Tables with the time of a row from which its age counts. */
export type GrowingTable = keyof typeof ROWS;

/** Writes what many users leave behind in the `days` days before the present of the clock, as ended rows. */
export async function fillPeriod(world: World, days: number, refers: Refers): Promise<void> {
  const { db, clock } = world.platform;
  const { userId, modId, versionId, artifactId, blobId, subscriptionId } = refers;
  const now = clock.now().toISOString();
  const times = (table: GrowingTable) => `from (
    select n, '${now}'::timestamptz(3) - make_interval(secs => ${days * 86_400} * random()) as at
    from generate_series(1, ${ROWS[table]}) n) t`;
  for (const statement of [
    `insert into download_grants (id, job_id, session_id, artifact_id, blob_id, actor, state, size_bytes, provider,
       expires_at, admitted_at, counts, created_at, updated_at)
     select ${ID}, gen_random_uuid(), gen_random_uuid(), '${artifactId}', '${blobId}', 'user:' || n % 500,
       'active', 1, 'modport', at + interval '10 minutes', at, true, at, at ${times('download_grants')}`,
    `insert into audit_entries (id, action, target_kind, target_id, actor_id, at)
     select ${ID}, case n % 100 when 0 then 'version.updated' else 'download.granted' end, 'version',
       case n % 100 when 0 then '${versionId}'::uuid else gen_random_uuid() end, '${userId}', at
     ${times('audit_entries')}`,
    `with events as (
       insert into outbox_events (id, kind, subject_id, data, occurred_at, fanned_out_at)
       select ${ID}, 'mod.updated', '${modId}', '{}', at, at ${times('outbox_events')} returning id, occurred_at as at)
     insert into webhook_deliveries (id, owner_id, subscription_id, event_id, first_of_event_id, state, created_at,
       updated_at)
     select ${ID}, '${userId}', '${subscriptionId}', id, id, 'succeeded', at, at from events`,
    `insert into idempotency_records (actor, operation, key, fingerprint, state, holder, lease_until, expires_at)
     select 'user:' || n % 500, 'createMod', gen_random_uuid()::text, repeat('0', 64), 'done', gen_random_uuid(), at,
       at + interval '1 day' ${times('idempotency_records')}`,
    `insert into jobs (id, kind, payload, state, max_attempts, run_at, created_at, completed_at)
     select ${ID}, 'index-mod', '{}', 'succeeded', 1, at, at, at ${times('jobs')}`,
    `with scans as (
       insert into jobs (id, kind, payload, state, max_attempts, run_at, created_at, completed_at)
       select ${ID}, 'scan-upload', '{}', 'rejected', 1, at, at, at ${times('upload_sessions')}
       returning id as job_id, created_at as at),
     files as (
       insert into artifacts (id, mod_id, version_id, file_kind, file_version, label, content_type, size_bytes, state)
       select job_id, '${modId}', '${versionId}', 'optional', '1', 'x', 'application/zip', 1, 'rejected' from scans)
     insert into upload_sessions (id, user_id, mod_id, version_id, artifact_id, strategy, state, filename, content_type,
       size_bytes, expected_sha256, file_kind, label, staging_key, lease_until, expires_at, job_id, correlation_id,
       created_at, updated_at, cleaned_at)
     select ${ID}, '${userId}', '${modId}', '${versionId}', job_id, 'single', 'failed', 'x.zip', 'application/zip',
       1, repeat('0', 64), 'optional', 'x', gen_random_uuid()::text, at, at, job_id, '', at, at, at from scans`,
    `insert into blob_scans (id, blob_id, cause, engine, signatures, verdict, scanned_at)
     select ${ID}, '${blobId}', 'rescan', 'test', '1', 'clean', at ${times('blob_scans')}`,
    `insert into mails (id, user_id, template, outcome, ended_at, created_at)
     select ${ID}, '${userId}', 'test', 'sent', at, at ${times('mails')}`,
  ]) {
    await db.$executeRawUnsafe(statement);
  }
}

/** The number of rows, and the bytes of the table with its indexes and partitions. */
export async function sizeOf(
  world: World,
  table: string,
): Promise<{ rows: number; bytes: number }> {
  const [size] = await world.platform.db.$queryRawUnsafe<{ rows: number; bytes: number }[]>(`
    select (select count(*)::int from ${table}) as rows, (
      pg_total_relation_size('${table}') + coalesce((select sum(pg_total_relation_size(inhrelid))
        from pg_inherits where inhparent = '${table}'::regclass), 0))::float8 as bytes`);
  if (!size) throw new Error(`no table ${table}`);
  return size;
}

/** Ids of the stored mod that simulated rows refer to. */
export async function refersTo(
  world: World,
  { alice, modId }: StoredMod,
  subscriptionId: string,
  artifactId: string,
): Promise<Refers> {
  const { versionId, blobId } = await world.platform.db.artifact.findUniqueOrThrow({
    where: { id: artifactId },
  });
  if (blobId === null) throw new Error('the file has no bytes');
  return { userId: alice.userId, modId, versionId, artifactId, blobId, subscriptionId };
}
