import { createHash } from 'node:crypto';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type {
  ArtifactModel,
  ModVersionModel,
} from '../../../platform/database/generated/models.js';

type PublishedVersion = Pick<
  ModVersionModel,
  'version' | 'releaseChannel' | 'gameVersions' | 'loaderPlatforms'
>;

type PrimaryFile = Pick<ArtifactModel, 'id' | 'fileKind' | 'blobId' | 'contentType' | 'sha256'> & {
  readonly sizeBytes: bigint | number;
};

/** The immutable record of a published version, with its digest (Spec 3.3). */
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
