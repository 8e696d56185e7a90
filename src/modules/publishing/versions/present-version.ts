import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { etagOf } from '../../../request/etag.js';
import type { Texts } from '../../../request/scalars.js';
import type { ModVersion } from './version.type.js';

/** The public columns of a version, with the count in either number type. */
export type VersionRow = Omit<
  ModVersionModel,
  'createdById' | 'downloadsCount' | 'lifecycleVersion' | 'primaryArtifactId'
> & { readonly downloadsCount: bigint | number };

/** A stored version in the form of the contract. */
export function presentVersion(row: VersionRow): ModVersion {
  return {
    id: row.id,
    modId: row.modId,
    version: row.version,
    // Only values of `createVersionSchema` are written to the column.
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
