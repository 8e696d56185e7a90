import type { Tx } from '../../../platform/database/connect.js';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { markUnchanged, transact } from '../../../request/transact.js';
import { differing, revisionOf, stale } from '../../../request/validator.js';
import { lockMod, rewriteModDocument } from '../../catalog/index.js';
import { requireModPermission } from '../../collaboration/index.js';
import { checkBindings } from './check-version.js';
import { sameDependencies, storedDependencies, writeDependencies } from './dependencies.js';
import { presentVersion } from './present-version.js';
import {
  type DependencyValues,
  type UpdateModVersionInput,
  updateVersionSchema,
  type VersionValues,
} from './version.input.js';
import type { ModVersion } from './version.type.js';
import { readVersion } from './version-access.js';
import { duplicateVersion, fixedByPublication } from './version-refusals.js';

/** The members that the first publication fixes for good (Spec 3.3). */
const FIXED_BY_PUBLICATION = [
  'version',
  'releaseChannel',
  'fileCategory',
  'gameVersions',
  'loaderPlatforms',
  'buildMetadata',
] as const satisfies readonly (keyof VersionValues)[];

/**
 * Changes the given members of a version, if the caller saw its current revision. Also writes an
 * audit line. For a published version it rewrites the mod document, emits `mod.updated` and queues
 * the search update. An empty change has none of these effects. Spec 4.3. Throws:
 * - another revision: `precondition_failed` with the current ETag
 * - a member that the first publication fixed: `invalid_state`
 * - a malformed member, or an unknown loader, platform or dependency: `invalid_metadata`
 * - an unknown game version: `unsupported_version`
 * - another version has the version string for a common loader: `duplicate_version`
 * - no such version of the mod, or no permission: the errors of `readVersion` and
 *   `requireModPermission`
 */
export async function updateVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
  input: UpdateModVersionInput,
  expectedEtag: string,
): Promise<ModVersion> {
  const { db } = ctx.platform;
  const access = await requireModPermission(ctx, modId, 'versions');
  const current = await readVersion(ctx, access, versionId);
  const revision = revisionOf(versionId, expectedEtag);
  if (revision !== current.revision) throw stale(versionId, current.revision);
  // A value that stays may be older than the rule that would refuse it.
  const values = checked(updateVersionSchema, differing(current, input), 'invalid_metadata');
  const stored = values.dependencies === undefined ? [] : await storedDependencies(db, versionId);
  const changes = changesOf(current, values, stored);
  if (Object.keys(changes).length === 0) {
    await markUnchanged(ctx);
    return presentVersion(current);
  }
  const fixed = FIXED_BY_PUBLICATION.filter((field) => field in changes);
  if (current.publishedAt && fixed.length > 0) throw fixedByPublication(fixed);
  await checkBindings(ctx, access, changes, current.publishedAt ? null : stored);
  try {
    return await transact(ctx, (tx) => write(ctx, tx, current, changes));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { dependencies: _, ...members } = changes;
    throw await duplicateVersion(db, { ...current, ...columns(members) });
  }
}

/** The values that differ from the version. Null empties a member. */
function changesOf(
  current: ModVersionModel,
  { dependencies, ...values }: VersionValues,
  stored: readonly DependencyValues[],
): VersionValues {
  const changes = differing(current, columns(values));
  if (dependencies === undefined) return changes;
  const isSame = sameDependencies(dependencies ?? [], stored);
  return isSame ? changes : { ...changes, dependencies };
}

/**
 * Writes the version and its dependencies in the given transaction. A new version string also
 * becomes that of its files, except optional ones with a version of their own.
 */
async function write(
  ctx: RequestContext,
  tx: Tx,
  { id: versionId, modId, revision, version: formerVersion }: ModVersionModel,
  { dependencies, ...changes }: VersionValues,
): Promise<ModVersion> {
  // Locks the mod before the version, like every writer.
  await lockMod(tx, modId);
  const [row] = await tx.modVersion.updateManyAndReturn({
    where: { id: versionId, revision },
    data: {
      ...columns(changes),
      revision: { increment: 1 },
      updatedAt: ctx.platform.clock.now(),
    },
  });
  if (!row) {
    const newer = await tx.modVersion.findUniqueOrThrow({ where: { id: versionId } });
    throw stale(versionId, newer.revision);
  }
  if (changes.version !== undefined) await renameFiles(tx, row, formerVersion);
  if (dependencies !== undefined) await writeDependencies(tx, row, dependencies ?? []);
  await audit(tx, ctx, {
    action: 'version.updated',
    targetKind: 'version',
    targetId: versionId,
    data: {
      fields: [...Object.keys(changes), ...(dependencies === undefined ? [] : ['dependencies'])],
      revision: row.revision,
    },
  });
  if (row.state === 'published') await tellReaders(tx, row);
  return presentVersion(row);
}

/**
 * Gives the files the version's string. The main file has it always (Spec 2.3), and an optional file
 * unless it has a version of its own.
 */
async function renameFiles(
  tx: Tx,
  { id: versionId, version }: ModVersionModel,
  formerVersion: string,
): Promise<void> {
  await tx.artifact.updateMany({
    where: { versionId, OR: [{ fileKind: 'main' }, { fileVersion: formerVersion }] },
    data: { fileVersion: version },
  });
}

async function tellReaders(tx: Tx, { id: versionId, modId }: ModVersionModel): Promise<void> {
  await rewriteModDocument(tx, modId);
  await emit(tx, {
    kind: 'mod.updated',
    subjectId: modId,
    modId,
    data: { mod_id: modId, version_id: versionId },
  });
  await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
}

/** Omitted members stay; null clears an optional member. */
function columns(changes: Omit<VersionValues, 'dependencies'>) {
  const { version, releaseChannel, fileCategory } = changes;
  const { changelog, requirements, buildMetadata, gameVersions, loaderPlatforms } = changes;
  return {
    ...(version === undefined ? {} : { version }),
    ...(releaseChannel === undefined ? {} : { releaseChannel }),
    ...(fileCategory === undefined ? {} : { fileCategory }),
    ...(changelog === undefined ? {} : { changelog: changelog ?? {} }),
    ...(requirements === undefined ? {} : { requirements: requirements ?? {} }),
    ...(buildMetadata === undefined ? {} : { buildMetadata: buildMetadata ?? {} }),
    ...(gameVersions === undefined ? {} : { gameVersions: gameVersions ?? [] }),
    ...(loaderPlatforms === undefined ? {} : { loaderPlatforms: loaderPlatforms ?? [] }),
  };
}
