import type { Tx } from '../../../platform/database/connect.js';

/**
 * Locks the oldest grants that were admitted but not yet judged. It first locks their mods, then
 * their files, each in the order of ids. Withdrawals, deletions and scan results lock mods or files
 * before their grants. The same order here prevents deadlocks.
 *
 * It reads the grants before it locks anything. This is safe: under the counting lock, no other
 * transaction judges them.
 */
export async function holdGrants(tx: Tx, limit: number): Promise<string[]> {
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
  // Waits for transactions that renew or end a grant. If skipped, a grant would be judged after
  // later grants of the same actor and file.
  const held = await tx.$queryRaw<{ id: string }[]>`
    select id from download_grants
    where id = any(${found.map(({ id }) => id)}::uuid[]) and counts is null
    order by id for no key update`;
  return held.map(({ id }) => id);
}
