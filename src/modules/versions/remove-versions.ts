import type { Tx } from '../../platform/database/connect.js';
import { problem } from '../../registry/errors.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import { revokeGrants } from '../grants/index.js';
import { endReferencesOf } from '../references/index.js';
import { cancelUploadsOf } from '../uploads/index.js';

/**
 * Deletes versions of a mod whose row is held: one, or all of them. Their uploads, references and
 * downloads end,
 * and a tombstone stays for each id. A version string that was published is never free again, as
 * people may have pinned it; one that never was is. Returns whether one of them was published, as
 * the rows say under the lock. Throws `gone` for one that is deleted.
 */
export async function removeVersions(
  tx: Tx,
  which: { readonly modId: string; readonly id?: string },
  now: Date,
): Promise<boolean> {
  const versions = await tx.modVersion.updateManyAndReturn({
    where: { ...which, state: { in: sources(LIFECYCLES.modVersion, 'delete') } },
    data: {
      state: 'deleted',
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
    select: { id: true, publishedAt: true },
  });
  if (which.id !== undefined && versions.length === 0) throw problem('gone');
  const ids = versions.map(({ id }) => id);
  const drafts = versions.flatMap(({ id, publishedAt }) => (publishedAt ? [] : [id]));
  await tx.$executeRaw`
    update mod_versions set version = id::text where id = any(${drafts}::uuid[])`;
  await cancelUploadsOf(tx, ids, now);
  await endReferencesOf(tx, ids, now);
  const files = await removeFiles(tx, ids, now);
  await tx.tombstone.createMany({
    data: [
      ...ids.map((id) => ({ id, entity: 'ModVersion', deletedAt: now })),
      ...files.map((id) => ({ id, entity: 'Artifact', deletedAt: now })),
    ],
    // Files that a newer upload replaced have theirs.
    skipDuplicates: true,
  });
  return versions.some(({ publishedAt }) => publishedAt !== null);
}

/** Answers the ids of all files, refused ones included: none of them is used again. */
async function removeFiles(tx: Tx, versionIds: string[], now: Date): Promise<string[]> {
  const ofVersions = { versionId: { in: versionIds } };
  await tx.artifact.updateMany({
    where: { ...ofVersions, state: { in: sources(LIFECYCLES.artifact, 'delete') } },
    data: { state: 'deleted', updatedAt: now, revision: { increment: 1 } },
  });
  const files = await tx.artifact.findMany({ where: ofVersions, select: { id: true } });
  const ids = files.map(({ id }) => id);
  await revokeGrants(tx, { artifactIds: ids }, now);
  return ids;
}
