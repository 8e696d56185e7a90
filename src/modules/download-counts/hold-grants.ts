import type { Tx } from '../../platform/database/connect.js';

/**
 * Holds the oldest grants that were admitted and that nobody has judged, after the mods and files
 * that they are of, each in the order of their ids. Who withdraws, deletes or condemns files holds mods
 * or files first and then ends their grants: two that began at different ends would wait for each other.
 *
 * They are read before anything is held. Nobody else judges them meanwhile, as one counts at a time.
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
  // Waits for who renews or ends one of them: left out, it would be judged after later ones of its pair.
  const held = await tx.$queryRaw<{ id: string }[]>`
    select id from download_grants
    where id = any(${found.map(({ id }) => id)}::uuid[]) and counts is null
    order by id for no key update`;
  return held.map(({ id }) => id);
}
