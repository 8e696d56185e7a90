import { publicationOf } from '../modules/publishing/index.js';
import { blobKeyOf } from '../modules/storage/index.js';
import { ARCHIVE_FORMATS } from '../registry/archives.js';
import { LIMITS } from '../registry/limits.js';
import { inventedDigestOf, seedIdOf } from './draws.js';
import type { SeedRows } from './insert-rows.js';
import type { SeedMod } from './plan-mod.js';
import type { SeedVersion } from './plan-versions.js';

/** The row of a published version. */
export type SeedVersionRow = ReturnType<typeof versionRowOf>;

const CONTENT_TYPE = ARCHIVE_FORMATS.zip.mediaTypes[0];

/** The row of a version that went through draft, validation, scan and publication. */
export function versionRowOf(mod: SeedMod, version: SeedVersion, authorId: string) {
  const { key, createdAt, publishedAt } = version;
  return {
    id: seedIdOf(`${key}/version`, createdAt),
    modId: mod.id,
    version: version.version,
    changelog: version.changelog,
    releaseChannel: version.channel,
    gameVersions: [...version.gameVersions],
    loaderPlatforms: [...version.loaders],
    state: 'published' as const,
    lifecycleVersion: 5,
    revision: 2,
    primaryArtifactId: seedIdOf(`${key}/artifact`, createdAt),
    downloadsCount: version.downloads,
    createdById: authorId,
    createdAt,
    updatedAt: publishedAt,
    publishedAt,
  };
}

/**
 * Adds a version with its file and its dependencies to `rows`, as if uploaded, scanned clean,
 * sealed and published. The store has no bytes of the file; its digests derive from the key of the
 * version.
 */
export function addVersionRows(
  rows: SeedRows,
  mod: SeedMod,
  version: SeedVersion,
  versionRow: SeedVersionRow,
): void {
  const { key, createdAt, publishedAt } = version;
  const file = fileOf(mod, version, versionRow);
  const blob = blobOf(version, file);
  rows.mod_versions.push(versionRow);
  rows.dependencies.push(...dependenciesOf(mod, version, versionRow));
  rows.blobs.push(blob);
  rows.artifacts.push({ ...file, ...publishedFile(version, versionRow), blobId: blob.id });
  rows.blob_bindings.push({
    id: seedIdOf(`${key}/binding`, createdAt),
    artifactId: file.id,
    blobId: blob.id,
    uploadId: seedIdOf(`${key}/upload`, createdAt),
    createdAt,
  });
  rows.upload_sessions.push(uploadOf(mod, version, versionRow, blob.id));
  rows.version_publications.push({
    versionId: versionRow.id,
    ...publicationOf(versionRow, { ...file, blobId: blob.id }),
    publishedAt,
  });
}

/** The columns that publication gives to a file. */
function publishedFile(
  { key, downloads, createdAt, publishedAt }: SeedVersion,
  { id: versionId, modId, version: fileVersion }: SeedVersionRow,
) {
  return {
    modId,
    versionId,
    fileVersion,
    state: 'published' as const,
    scanStatus: 'clean' as const,
    uploadId: seedIdOf(`${key}/upload`, createdAt),
    downloadsCount: downloads,
    revision: 2,
    createdAt,
    updatedAt: publishedAt,
  };
}

function fileOf(mod: SeedMod, version: SeedVersion, row: SeedVersionRow) {
  const filename = `${mod.slug}-${version.version}.zip`;
  return {
    id: row.primaryArtifactId,
    fileKind: 'main' as const,
    label: filename,
    originalFilename: filename,
    contentType: CONTENT_TYPE,
    sizeBytes: version.sizeBytes,
    sha256: inventedDigestOf(version.key),
  };
}

/** There are no bytes, so a check would find all files corrupt, and hide them. */
const NEVER = new Date('9999-12-31T00:00:00Z');

function blobOf({ key, createdAt }: SeedVersion, file: ReturnType<typeof fileOf>) {
  return {
    id: seedIdOf(`${key}/blob`, createdAt),
    sha256: file.sha256,
    sha512: inventedDigestOf(key, 'sha512'),
    sha1: inventedDigestOf(key, 'sha1'),
    sizeBytes: file.sizeBytes,
    contentType: file.contentType,
    storageKey: blobKeyOf(file.sha256),
    etag: file.sha256,
    scannedAt: createdAt,
    verifyDueAt: NEVER,
    createdAt,
  };
}

/** A session that ended long ago, without staged bytes. */
function uploadOf(mod: SeedMod, version: SeedVersion, row: SeedVersionRow, blobId: string) {
  const { key, createdAt, publishedAt } = version;
  const file = fileOf(mod, version, row);
  const id = seedIdOf(`${key}/upload`, createdAt);
  const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000);
  return {
    id,
    userId: row.createdById,
    modId: mod.id,
    versionId: row.id,
    artifactId: file.id,
    strategy: 'single' as const,
    state: 'published' as const,
    filename: file.originalFilename,
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    expectedSha256: file.sha256,
    fileKind: file.fileKind,
    label: file.label,
    stagingKey: `staging/${id}`,
    leaseUntil: after(LIMITS.signedUploadLifetimeSeconds),
    expiresAt: after(LIMITS.uploadActivitySeconds),
    finalBlobId: blobId,
    inspection: { sha256: file.sha256, size_bytes: file.sizeBytes, outcome: { kind: 'clean' } },
    correlationId: seedIdOf(`${key}/correlation`, createdAt),
    cleanupAfter: after(LIMITS.cleanupHoldSeconds),
    cleanedAt: after(LIMITS.cleanupHoldSeconds),
    revision: 4,
    createdAt,
    updatedAt: publishedAt,
    completedAt: createdAt,
  };
}

function dependenciesOf(mod: SeedMod, version: SeedVersion, row: SeedVersionRow) {
  return mod.requires.map((targetModId, at) => ({
    id: seedIdOf(`${version.key}/dependency/${at}`, version.createdAt),
    modId: mod.id,
    versionId: row.id,
    kind: 'required' as const,
    targetModId,
    versionConstraint: '>=1.0.0',
    createdAt: version.createdAt,
  }));
}
