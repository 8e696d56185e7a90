import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { deleteInBatches } from '../../../platform/database/in-batches.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { ADVISORY_LOCKS } from '../../../registry/locks.js';
import { transact } from '../../../request/transact.js';
import { addSources, forgetSources } from './add-sources.js';
import { type CountedFile, selectCountedGrants } from './select-counted-grants.js';

/**
 * Adds counted downloads to the days of their files and to the totals of files, versions and mods.
 * One statement updates all of them. So the files of a version always add up to its total, and the
 * versions of a mod to the mod's total. Call `lockUncountedGrants` first: it locks the mods and
 * files. Raises no revision, because download counts change without a write.
 */
async function addDownloads(tx: Tx, counted: readonly CountedFile[]): Promise<void> {
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

/** Takes the counting lock until the transaction ends. Waits if another transaction holds it. */
export async function lockCounts(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.downloadCounts}::bigint)`;
}

/**
 * Takes the counting lock like `lockCounts`, but returns false at once if another transaction holds
 * it.
 */
async function tryLockCounts(tx: Tx): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.downloadCounts}::bigint) as locked`;
  return row?.locked === true;
}

/**
 * Locks the oldest grants that were admitted but not yet checked. It first locks their mods, then
 * their files, each in the order of ids. Withdrawals, deletions and scan results lock mods or files
 * before their grants. The same order here prevents deadlocks.
 *
 * It reads the grants before it locks anything. This is safe: under the counting lock, no other
 * transaction checks them.
 */
async function lockUncountedGrants(tx: Tx, limit: number): Promise<string[]> {
  const found = await tx.$queryRaw<{ id: string; artifactId: string }[]>`
    select id, artifact_id as "artifactId" from download_grants
    where counts is null and admitted_at is not null
    order by admitted_at, id limit ${limit}`;
  if (found.length === 0) return [];
  const files = [...new Set(found.map(({ artifactId }) => artifactId))];
  await tx.$executeRaw`
    select id from mods where id in (select mod_id from artifacts where id = any(${files}::uuid[]))
    order by id for no key update`;
  await tx.$executeRaw`
    select id from artifacts where id = any(${files}::uuid[]) order by id for no key update`;
  // Waits for transactions that renew or end a grant. If skipped, a grant would be checked after
  // later grants of the same actor and file.
  const locked = await tx.$queryRaw<{ id: string }[]>`
    select id from download_grants
    where id = any(${found.map(({ id }) => id)}::uuid[]) and counts is null
    order by id for no key update`;
  return locked.map(({ id }) => id);
}

/** Grants per transaction. A publication of one of their mods waits until the transaction ends. */
const BATCH = 1_000;
/** Batches per run: a few seconds of work. */
const RUN = 20;

/**
 * Counts downloads that were admitted but not yet checked, in batches. Each batch is one
 * transaction: it checks, records and adds up the downloads. Returns whether another run is needed.
 * Each call first deletes rows that counts and statistics need no more. Only one process counts at
 * a time; another one returns false without waiting. Throws the reason of an aborted `signal`,
 * before the next batch.
 */
export async function countDownloads(platform: Platform, signal: AbortSignal): Promise<boolean> {
  const ctx = { platform, claim: null };
  await forgetCounted(platform);
  await forgetSources(platform);
  let left = true;
  for (let run = 0; left && run < RUN; run += 1) {
    signal.throwIfAborted();
    const grants = await transact(ctx, async (tx) => {
      if (!(await tryLockCounts(tx))) return 0;
      const locked = await lockUncountedGrants(tx, BATCH);
      if (locked.length === 0) return 0;
      const { files, sources } = await selectCountedGrants(tx, locked);
      if (files.length > 0) await addDownloads(tx, files);
      if (sources.length > 0) await addSources(tx, sources);
      return locked.length;
    });
    left = grants === BATCH;
  }
  return left;
}

/**
 * Deletes the times in `counted_downloads` that are too old to affect any download that is not yet
 * checked, or will be admitted.
 */
async function forgetCounted({ db, clock }: Platform): Promise<void> {
  const keptSeconds = LIMITS.countedDownloadWindowSeconds + LIMITS.countedDownloadGraceSeconds;
  const old = Prisma.sql`counted_at < least(
    ${clock.now()}::timestamptz,
    (select min(admitted_at) from download_grants
      where counts is null and admitted_at is not null)) - make_interval(secs => ${keptSeconds})`;
  await deleteInBatches(db, 'counted_downloads', old);
}
