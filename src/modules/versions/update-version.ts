import { isUniqueViolation } from '../../platform/database/failures.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import { enqueue } from '../../platform/queue/enqueue.js';
import { problem } from '../../registry/errors.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import { revisionOf, stale } from '../../request/etag.js';
import { audit, emit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { rewriteSnapshot } from '../catalog/index.js';
import { requireModPermission } from '../teams/index.js';
import { checkBindings } from './check-version.js';
import { readVersion } from './get-version.js';
import { presentVersion } from './present-version.js';
import type { UpdateModVersionInput } from './version.input.js';
import { updateVersionSchema, type VersionValues } from './version.schema.js';
import type { ModVersion } from './version.type.js';
import { writeDependencies } from './write-dependencies.js';

/** What the first publication fixed for good (Spec 3.3). */
const FIXED_BY_PUBLICATION = [
  'version',
  'releaseChannel',
  'fileCategory',
  'gameVersions',
  'loaderPlatforms',
  'buildMetadata',
] as const satisfies readonly (keyof VersionValues)[];

/**
 * Changes what is given of a version, if it still stands at the revision that the caller saw.
 * Spec 4.3. Throws `precondition_failed` with the current ETag, `invalid_state` for a change of
 * what was published, `duplicate_version`, `invalid_metadata`, `unsupported_version`.
 */
export async function updateVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
  input: UpdateModVersionInput,
  expectedEtag: string,
): Promise<ModVersion> {
  const access = await requireModPermission(ctx, modId, 'versions');
  const current = await readVersion(ctx, access, versionId);
  const revision = revisionOf(versionId, expectedEtag);
  if (revision !== current.revision) throw stale(versionId, current.revision);
  const changes = checked(updateVersionSchema, input, 'invalid_metadata');
  const fixed = FIXED_BY_PUBLICATION.some((field) => changes[field] !== undefined);
  if (current.publishedAt && fixed) throw problem('invalid_state');
  await checkBindings(ctx, access, changes);
  try {
    return await transact(ctx, async (tx) => {
      const [row] = await tx.modVersion.updateManyAndReturn({
        where: { id: versionId, revision },
        data: {
          ...columns(changes),
          revision: { increment: 1 },
          updatedAt: ctx.platform.clock.now(),
        },
      });
      if (!row) {
        const { revision: newer } = await tx.modVersion.findUniqueOrThrow({
          where: { id: versionId },
        });
        throw stale(versionId, newer);
      }
      if (changes.version !== undefined) {
        // The main file carries the version's string (Spec 2.3).
        await tx.artifact.updateMany({
          where: { versionId, fileKind: 'main' },
          data: { fileVersion: row.version },
        });
      }
      if (changes.dependencies !== undefined) {
        await writeDependencies(tx, row, changes.dependencies ?? []);
      }
      await audit(tx, ctx, {
        action: 'version.updated',
        targetKind: 'version',
        targetId: versionId,
        data: { fields: Object.keys(changes) },
      });
      if (row.state === 'published') {
        await rewriteSnapshot(tx, modId);
        await emit(tx, {
          kind: 'mod.updated',
          subjectId: modId,
          modId,
          data: { mod_id: modId, version_id: versionId },
        });
        await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
      }
      return presentVersion(row);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? problem('duplicate_version') : error;
  }
}

/** What is left out stays as it is; null empties what may be empty. */
function columns(changes: VersionValues): Prisma.ModVersionUpdateManyMutationInput {
  const { dependencies: _, gameVersions, loaderPlatforms, ...rest } = changes;
  const given = Object.entries(rest).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value ?? {}] as const],
  );
  return {
    ...Object.fromEntries(given),
    ...(gameVersions === undefined ? {} : { gameVersions: gameVersions ?? [] }),
    ...(loaderPlatforms === undefined ? {} : { loaderPlatforms: loaderPlatforms ?? [] }),
  };
}
