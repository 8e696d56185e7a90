import type { ModVersionModel } from '../../platform/database/generated/models.js';
import { etagOf } from '../../request/etag.js';
import type { Texts } from '../../request/scalars.js';
import type { ModVersion } from './version.type.js';

/** What is shown of the row of a version, however its statement gives the count. */
export type VersionRow = Omit<
  ModVersionModel,
  'createdById' | 'downloadsCount' | 'lifecycleVersion' | 'primaryArtifactId'
> & { readonly downloadsCount: bigint | number };

/** A stored version as the contract shows it. */
export function presentVersion(row: VersionRow): ModVersion {
  return {
    id: row.id,
    modId: row.modId,
    version: row.version,
    // The column is written through `createVersionSchema` alone.
    changelog: row.changelog as Texts,
    releaseChannel: row.releaseChannel,
    fileCategory: row.fileCategory,
    gameVersions: row.gameVersions,
    loaderPlatforms: row.loaderPlatforms,
    requirements: row.requirements,
    buildMetadata: row.buildMetadata,
    status: row.state,
    publishedAt: row.publishedAt,
    takenDownAt: row.takenDownAt,
    downloadsCount: Number(row.downloadsCount),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    etag: etagOf(row.id, row.revision),
  };
}
