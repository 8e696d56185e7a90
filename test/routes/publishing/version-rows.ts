import type { Tx } from '../../../src/platform/database/connect.js';
import { newId } from '../../../src/request/ids.js';
import { sha256Of } from '../../publishing.js';
import { artifactRow, blobRow, uploadRow, versionRow } from '../../rows.js';

/** A dependency of a seeded version on another mod. */
export interface SeededDependency {
  readonly kind: 'required' | 'optional' | 'conflict' | 'embedded';
  readonly modId: string;
  readonly range?: string;
  readonly versionId?: string;
  readonly artifactId?: string;
}

/** A version as rows, published by default. */
export interface SeededVersion {
  readonly version: string;
  readonly state?: 'ready' | 'published';
  readonly channel?: 'release' | 'beta' | 'alpha';
  readonly gameVersions?: readonly string[];
  readonly loaders?: readonly string[];
  readonly platforms?: readonly string[];
  readonly dependencies?: readonly SeededDependency[];
  /** The bytes of the file; without them, the file is only a row. */
  readonly stored?: StoredBytes;
}

/** An object in the store, with the id of its row if there is one already. */
export type StoredBytes = Pick<BlobRow, 'sha256' | 'sizeBytes' | 'storageKey' | 'etag'> &
  Partial<Pick<BlobRow, 'id'>>;
type BlobRow = ReturnType<typeof blobRow>;

/** The ids of one seeded version. */
export interface SeededIds {
  readonly versionId: string;
  readonly artifactId: string;
  readonly uploadId: string;
}

/** A version to write, and its mod. */
interface OfMod {
  readonly modId: string;
  readonly version: SeededVersion;
}

/** Writes versions of one author's mods, each with its file. Returns their ids in the same order. */
export async function writeVersions(tx: Tx, userId: string, versions: readonly OfMod[], now: Date) {
  const rows = versions.map(({ modId, version }) => {
    const ids = { modId, versionId: newId(), artifactId: newId(), uploadId: newId() };
    return { ids, version, file: fileOf(userId, ids, version, now) };
  });
  await tx.modVersion.createMany({
    data: rows.map(({ ids, version }) => versionRowOf(userId, ids, version, now)),
  });
  await tx.blob.createMany({ data: rows.map(({ file }) => file.blob), skipDuplicates: true });
  await tx.artifact.createMany({ data: rows.map(({ file }) => file.artifact) });
  await tx.uploadSession.createMany({ data: rows.map(({ file }) => file.upload) });
  const dependencies = rows.flatMap(({ ids, version }) => dependenciesOf(ids, version, now));
  if (dependencies.length > 0) await tx.dependency.createMany({ data: dependencies });
  return rows.map(({ ids }) => ids);
}

type Ids = SeededIds & { readonly modId: string };

function versionRowOf(userId: string, ids: Ids, version: SeededVersion, now: Date) {
  return versionRow({
    id: ids.versionId,
    modId: ids.modId,
    version: version.version,
    releaseChannel: version.channel ?? 'release',
    ...(version.gameVersions ? { gameVersions: [...version.gameVersions] } : {}),
    ...(version.loaders ? { loaderPlatforms: [...version.loaders] } : {}),
    buildMetadata: version.platforms ? { platforms: [...version.platforms] } : {},
    primaryArtifactId: ids.artifactId,
    createdById: userId,
    createdAt: now,
    updatedAt: now,
    ...(version.state === 'ready' ? { state: 'ready' } : { publishedAt: now }),
  });
}

function dependenciesOf({ modId, versionId }: Ids, version: SeededVersion, now: Date) {
  return (version.dependencies ?? []).map((dependency) => ({
    modId,
    versionId,
    kind: dependency.kind,
    targetModId: dependency.modId,
    versionConstraint: dependency.range ?? null,
    targetVersionId: dependency.versionId ?? null,
    targetArtifactId: dependency.artifactId ?? null,
    createdAt: now,
  }));
}

function fileOf(userId: string, ids: Ids, seeded: SeededVersion, now: Date) {
  const { version, stored, state = 'published' } = seeded;
  const { modId, versionId, artifactId, uploadId } = ids;
  const blob = blobRow({ sha256: sha256Of(Buffer.from(artifactId)), ...stored });
  const { sha256, sizeBytes } = blob;
  const artifact = artifactRow({
    id: artifactId,
    modId,
    versionId,
    fileVersion: version,
    sizeBytes,
    sha256,
    blobId: blob.id,
    uploadId,
    state,
    createdAt: now,
    updatedAt: now,
  });
  const upload = uploadRow({
    id: uploadId,
    userId,
    modId,
    versionId,
    artifactId,
    state,
    sizeBytes,
    expectedSha256: sha256,
    leaseUntil: now,
    expiresAt: new Date(now.getTime() + 172_800_000),
    finalBlobId: blob.id,
    createdAt: now,
  });
  return { blob, artifact, upload };
}
