import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type {
  ArtifactModel,
  ModVersionModel,
} from '../../../platform/database/generated/models.js';
import { lockRanks } from '../../catalog/index.js';
import { staleBefore } from '../artifacts/present-artifact.js';

/**
 * Puts a mod at `at` into the order by publication. Also adds a mod that was never listed to the
 * end of the newest generation. The mod's former row is closed, not moved, so that earlier walks
 * still find it. Its new time is always later than the former one.
 */
export async function listPublication(
  tx: Tx,
  mod: { modId: string; gameId: string },
  at: Date,
): Promise<void> {
  await lockRanks(tx, 'shared');
  const last = await tx.modPublication.findFirst({
    where: { modId: mod.modId },
    orderBy: { publishedAt: 'desc' },
    select: { publishedAt: true },
  });
  // Publication times of a mod are unique and strictly increasing.
  const publishedAt = new Date(Math.max(at.getTime(), (last?.publishedAt.getTime() ?? 0) + 1));
  await tx.$executeRaw`
    update mod_publications set closed_at = ${publishedAt}, closed_in = pg_current_xact_id()
    where mod_id = ${mod.modId}::uuid and closed_in is null`;
  await tx.modPublication.create({ data: { ...mod, publishedAt } });
  await tx.$executeRaw`
    insert into mod_ranks (generation, kind, mod_id, game_id, value)
    select g.id, k.kind, ${mod.modId}::uuid, ${mod.gameId}::uuid, 0
    from (select max(id) as id from rank_generations) g,
      unnest(enum_range(null::"RankKind")) as k(kind)
    where g.id is not null
    on conflict do nothing`;
}

type PublishedVersion = Pick<
  ModVersionModel,
  'version' | 'releaseChannel' | 'gameVersions' | 'loaderPlatforms'
>;

type PrimaryFile = Pick<ArtifactModel, 'id' | 'fileKind' | 'blobId' | 'contentType' | 'sha256'> & {
  readonly sizeBytes: bigint | number;
};

/**
 * The immutable record of a published version, with its digest (Spec 3.3). `restoreVersion`
 * compares the digest, so a change of the record's form would prevent every restoration.
 */
export function publicationOf(
  version: PublishedVersion,
  primary: PrimaryFile,
): { document: Prisma.InputJsonObject; sha256: string } {
  const document: Prisma.InputJsonObject = {
    version: version.version,
    file_kind: primary.fileKind,
    release_channel: version.releaseChannel,
    game_versions: version.gameVersions,
    loader_platforms: version.loaderPlatforms,
    blob_id: primary.blobId,
    size_bytes: Number(primary.sizeBytes),
    content_type: primary.contentType,
    sha256: primary.sha256,
    // An external file has no blob, and its artifact always keeps the same reference.
    ...(primary.blobId === null ? { artifact_id: primary.id } : {}),
  };
  const sha256 = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return { document, sha256 };
}

/**
 * The condition for publishing a file (Spec 4.2, 4.3): a clean scan, and either a sealed blob, or a
 * verified reference that was checked recently.
 */
export function publishable(now: Date): Prisma.ArtifactWhereInput {
  return {
    scanStatus: 'clean',
    OR: [
      { source: 'rehosted_blob', blob: { state: 'sealed' } },
      {
        source: 'external_provider_reference',
        reference: { state: 'verified', checkedAt: { gt: staleBefore(now) } },
      },
    ],
  };
}
