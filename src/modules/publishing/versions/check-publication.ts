import type { VersionState } from '../../../platform/database/generated/enums.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { RegisteredError } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { asDryRun } from '../../../request/dry-run.js';
import { requireModPermission } from '../../collaboration/index.js';
import { publishable } from './list-publication.js';
import { unexamined, uploadsUnderWay } from './publication-refusals.js';
import { filesToPublish, publishVersion, unpublishedDependency } from './publish-version.js';
import { readVersion } from './version-access.js';

/**
 * The possible obstacles to publishing a version. As an obstacle, `version_not_ready` means the
 * state of the version. The publication itself also throws it for `file_missing`, `file_not_ready`,
 * `upload_under_way` and `dependency_not_published`.
 */
export const PUBLICATION_OBSTACLES = [
  'cover_required',
  'file_missing',
  'file_not_ready',
  'missing_sha256',
  'upload_under_way',
  'dependency_not_published',
  'version_not_ready',
  'invalid_state',
] as const;

/** One obstacle to publishing a version. */
export interface PublicationObstacle {
  readonly code: (typeof PUBLICATION_OBSTACLES)[number];
  /** For people. */
  readonly detail: string;
}

/** Whether a version could be published now, and the obstacles if not. */
export interface PublicationCheck {
  readonly modId: string;
  readonly versionId: string;
  readonly version: string;
  readonly status: VersionState;
  readonly publishable: boolean;
  readonly problems: readonly PublicationObstacle[];
}

/**
 * Publishes a version as a dry run, so the verdict is that of the publication itself. Then it
 * explains the error and lists all further obstacles. `invalid_state` is listed only without
 * another obstacle. Throws `account_blocked` and the other errors of `publishVersion` about the
 * viewer's rights, `forbidden` for a mod that was taken down, and `not_found`, `gone`.
 */
export async function checkPublication(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<PublicationCheck> {
  const access = await requireModPermission(ctx, modId, 'publish');
  const version = await readVersion(ctx, access, versionId);
  const refusal = await refusalOf(ctx, modId, versionId);
  const known = refusal === null ? [] : await obstaclesOf(ctx, version);
  const isExplained = refusal === null || known.length > 0;
  return {
    modId,
    versionId,
    version: version.version,
    status: version.state,
    publishable: refusal === null,
    problems: isExplained ? known : [{ code: refusal, detail: DETAILS[refusal] }],
  };
}

type Refusal = Extract<
  PublicationObstacle['code'],
  'cover_required' | 'version_not_ready' | 'missing_sha256' | 'invalid_state'
>;

/** The error code of the publication; null if it would succeed. */
async function refusalOf(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<Refusal | null> {
  try {
    await asDryRun(ctx, (within) => publishVersion(within, modId, versionId));
    return null;
  } catch (error) {
    if (!(error instanceof RegisteredError)) throw error;
    const { code } = error;
    switch (code) {
      case 'cover_required':
      case 'version_not_ready':
      case 'missing_sha256':
      case 'invalid_state':
        return code;
      default:
        throw error;
    }
  }
}

const DETAILS: Readonly<Record<PublicationObstacle['code'], string>> = {
  cover_required: 'The mod has no cover.',
  file_missing: 'No file of the version has passed its checks.',
  file_not_ready: 'The main file of the version is not clean and stored.',
  missing_sha256: 'The SHA-256 of a file is not known; upload that file again.',
  upload_under_way: 'A file of the version is still being checked or reviewed.',
  dependency_not_published:
    'A dependency names a mod, version or file that is not published; publish it first.',
  version_not_ready: 'The version is not in a state from which it can be published.',
  invalid_state: 'The mod is not in a state in which versions of it can be published.',
};

/** Checks the conditions of a publication, except the states of the mod and of finished uploads. */
async function obstaclesOf(
  { platform: { db, clock } }: RequestContext,
  { id, modId, state, primaryArtifactId }: ModVersionModel,
): Promise<PublicationObstacle[]> {
  const mod = await db.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { coverId: true, gameId: true },
  });
  const dependency = await unpublishedDependency(db, { modId, gameId: mod.gameId }, id);
  const primary = primaryArtifactId
    ? await db.artifact.count({ where: { id: primaryArtifactId, ...publishable(clock.now()) } })
    : 0;
  const undigested = await db.artifact.count({
    where: { ...filesToPublish(id, clock.now()), sha256: null },
  });
  const underWay =
    (await db.uploadSession.count({ where: uploadsUnderWay(id) })) +
    (await db.artifact.count({ where: unexamined(id) }));
  const conditions: readonly [boolean, PublicationObstacle['code']][] = [
    [sources(LIFECYCLES.modVersion, 'publish').includes(state), 'version_not_ready'],
    [primaryArtifactId !== null, 'file_missing'],
    [primaryArtifactId === null || primary > 0, 'file_not_ready'],
    [undigested === 0, 'missing_sha256'],
    [underWay === 0, 'upload_under_way'],
    [dependency === null, 'dependency_not_published'],
    [mod.coverId !== null, 'cover_required'],
  ];
  return conditions.flatMap(([isMet, code]) => (isMet ? [] : [{ code, detail: DETAILS[code] }]));
}
