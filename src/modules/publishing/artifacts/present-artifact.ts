import { Prisma } from '../../../platform/database/generated/client.js';
import type {
  ArtifactSource,
  ArtifactState,
  FileKind,
  ScanStatus,
} from '../../../platform/database/generated/enums.js';
import type { Platform } from '../../../platform/platform.js';
import { providersOn } from '../../../platform/provider-switches.js';
import { DOWNLOAD_ENDPOINTS } from '../../../registry/addresses.js';
import { buildHandoffUri } from '../../../registry/handoff-uri.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import type { Artifact } from './artifact.type.js';

/** A file with columns of its version and blob, as `FILE_COLUMNS` reads it. */
export interface FileRow {
  readonly id: string;
  readonly modId: string;
  readonly versionId: string;
  readonly fileKind: FileKind;
  readonly fileVersion: string;
  readonly label: string;
  /** The name of the file as uploaded; null if it has none. */
  readonly originalFilename: string | null;
  readonly contentType: string;
  readonly sizeBytes: bigint;
  readonly sha256: string;
  readonly source: ArtifactSource;
  readonly state: ArtifactState;
  readonly scanStatus: ScanStatus;
  /** The platform that the version declares; null if it declares none or several. */
  readonly platform: string | null;
  readonly gameVersions: readonly string[];
  readonly loaderPlatforms: readonly string[];
  readonly fileCategory: string;
  readonly blobId: string;
  /** Whether the condition `TRUSTED` holds. If not, `sha256` and `blobId` may be null. */
  readonly trusted: boolean;
}

/** A file in its version. */
export interface VersionFileRow extends FileRow {
  /** Whether it is the primary file of a published version, and a managed file. */
  readonly isPrimary: boolean;
}

/** A file with its size in either number type. */
type ShownFile = Omit<FileRow, 'sizeBytes'> & { readonly sizeBytes: bigint | number };

/** A file in its version, with its size in either number type. */
export type ShownVersionFile = Omit<VersionFileRow, 'sizeBytes'> & Pick<ShownFile, 'sizeBytes'>;

/** A file in a `VersionHead`. It lacks `platform`, which would need the build metadata. */
export type HeadFile = Omit<ShownVersionFile, 'platform'>;

/**
 * The SQL condition under which the contract shows a file in full (Spec 2.3):
 * - a positive size, an exact digest and a clean scan
 * - a published or archived file with a sealed blob
 * - an upload session that refers to both this file and its blob
 *
 * An external file has no blob, so it is never trusted.
 */
export const TRUSTED = Prisma.sql`coalesce(a.size_bytes > 0 and a.sha256 = b.sha256
  and a.scan_status = 'clean' and a.state in ('published', 'archived') and b.state = 'sealed'
  and u.artifact_id = a.id and u.final_blob_id = a.blob_id
  and u.state in ('ready', 'published'), false)`;

/**
 * The platform in the build metadata of a version `v`, if it names exactly one, else null. One of
 * several would be a wrong hint. Older metadata may hold any JSON here.
 */
const ONLY_PLATFORM = Prisma.sql`
  (case jsonb_typeof(v.build_metadata -> 'platforms') when 'array' then
    case when jsonb_array_length(v.build_metadata -> 'platforms') = 1
      and jsonb_typeof(v.build_metadata -> 'platforms' -> 0) = 'string'
      then v.build_metadata -> 'platforms' ->> 0 end end)`;

/** Like `ONLY_PLATFORM`, for build metadata in memory: its only platform, else null. */
export function onlyPlatformOf(buildMetadata: unknown): string | null {
  const platforms: unknown =
    typeof buildMetadata === 'object' && buildMetadata !== null && 'platforms' in buildMetadata
      ? buildMetadata.platforms
      : null;
  const [only, ...others]: unknown[] = Array.isArray(platforms) ? platforms : [];
  return typeof only === 'string' && others.length === 0 ? only : null;
}

/** The columns of a file except `platform`, which costs a read of large metadata, and `trusted`. */
export const FILE_FACTS = Prisma.sql`
  a.id, a.mod_id as "modId", a.version_id as "versionId", a.file_kind::text as "fileKind",
  a.file_version as "fileVersion", a.label, a.original_filename as "originalFilename",
  a.content_type as "contentType", a.size_bytes as "sizeBytes", a.sha256, a.source::text,
  a.state::text, a.scan_status::text as "scanStatus", a.blob_id as "blobId",
  v.game_versions as "gameVersions", v.loader_platforms as "loaderPlatforms",
  v.file_category as "fileCategory"`;

/** The columns of a file, with `platform` and `trusted`. */
export const FILE_COLUMNS = Prisma.sql`${FILE_FACTS}, ${ONLY_PLATFORM} as platform, ${TRUSTED} as trusted`;

const IS_PRIMARY = Prisma.sql`
  coalesce(v.state = 'published' and v.primary_artifact_id = a.id and a.source = 'rehosted_blob', false)
    as "isPrimary"`;

/** The columns of a file in its version, with `isPrimary`. */
export const VERSION_FILE_COLUMNS = Prisma.sql`${FILE_COLUMNS}, ${IS_PRIMARY}`;

/** The columns of a `HeadFile`. */
export const HEAD_FILE_COLUMNS = Prisma.sql`${FILE_FACTS}, ${TRUSTED} as trusted, ${IS_PRIMARY}`;

/** The joins that `FILE_COLUMNS` reads from. */
export const FILE_TABLES = Prisma.sql`
  artifacts a join mod_versions v on v.id = a.version_id
  left join upload_sessions u on u.id = a.upload_id
  left join blobs b on b.id = a.blob_id`;

/**
 * A file in the form of the contract (Spec 2.4). The caller ensures that the file is trusted, or
 * external with attested facts. `rangeSupported` is whether the host of an external file supports
 * ranges; managed stores always do.
 */
export function presentArtifact(row: ShownFile, rangeSupported = true): Artifact {
  return {
    id: row.id,
    modId: row.modId,
    versionId: row.versionId,
    fileKind: row.fileKind,
    role: row.fileKind === 'main' ? 'primary' : 'optional',
    category: row.fileCategory,
    fileVersion: row.fileVersion,
    label: row.label,
    originalFilename: row.originalFilename,
    contentType: row.contentType,
    gameVersionKey: row.gameVersions[0] ?? null,
    loaderKey: row.loaderPlatforms[0] ?? null,
    platform: row.platform,
    sizeBytes: Number(row.sizeBytes),
    sha256: row.sha256,
    hashes: { sha256: row.sha256 },
    artifactSource: row.source,
    status: row.state,
    scanStatus: row.scanStatus,
    downloadMetadata: { resolveEndpoint: DOWNLOAD_ENDPOINTS.resolve(row.id), rangeSupported },
    handoffUri: buildHandoffUri(row.id),
  };
}

/** The time from which on a check of a reference is recent. An earlier check is stale. */
export function staleBefore(now: Date): Date {
  return new Date(now.getTime() - LIMITS.referenceFreshSeconds * 1000);
}

/**
 * Returns the SQL condition that the bytes of a file are available (Spec 4.2, 4.3). Either they are
 * managed and trusted, or their provider is on and their reference is verified and was checked
 * recently.
 */
export function obtainable(platform: Platform): Prisma.Sql {
  return Prisma.sql`(${TRUSTED} or ${isReferenceObtainable(platform)})`;
}

function isReferenceObtainable(platform: Platform): Prisma.Sql {
  const providers = providersOn(platform, 'resolve');
  if (providers.length === 0) return Prisma.sql`false`;
  return Prisma.sql`exists (select 1 from external_references r
    where r.artifact_id = a.id and r.state = 'verified' and r.provider = any(${providers}::text[])
      and r.checked_at > ${staleBefore(platform.clock.now())}::timestamptz
      and a.scan_status = 'clean' and a.state in ('published', 'archived'))`;
}

/**
 * Returns whether the reference of an external file was withdrawn, which is permanent (Spec 4.2).
 * False for any other file.
 */
export async function isWithdrawn({ platform }: RequestContext, artifactId: string) {
  const where = { artifactId, state: 'withdrawn' } as const;
  return (await platform.db.externalReference.count({ where })) > 0;
}
