import type { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import { requireUser } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockMod } from '../../catalog/index.js';
import { requireModPermission } from '../../collaboration/index.js';
import { checkBindings } from './check-version.js';
import { writeDependencies } from './dependencies.js';
import { presentVersion } from './present-version.js';
import { type CreateModVersionInput, createVersionSchema } from './version.input.js';
import type { ModVersion } from './version.type.js';
import { duplicateVersion } from './version-refusals.js';

/**
 * Creates a draft, to which an upload or an external reference adds a file. Writes an audit line,
 * but no event. Spec 4.3. Throws `duplicate_version`, `invalid_metadata` for malformed members, the
 * errors of `checkBindings`, and those of `requireModPermission`.
 */
export async function createVersion(
  ctx: RequestContext,
  modId: string,
  input: CreateModVersionInput,
): Promise<ModVersion> {
  const viewer = requireUser(ctx);
  const access = await requireModPermission(ctx, modId, 'versions');
  const values = checked(createVersionSchema, input, 'invalid_metadata');
  await checkBindings(ctx, access, values, []);
  const id = newId();
  try {
    const draft = async (tx: Tx) => {
      await lockMod(tx, modId);
      const row = await tx.modVersion.create({
        data: { id, modId, ...columnsOf(values), createdById: viewer.userId },
      });
      await writeDependencies(tx, row, values.dependencies ?? []);
      await audit(tx, ctx, { action: 'version.created', targetKind: 'version', targetId: id });
      return presentVersion(row);
    };
    return await transact(ctx, draft, () => id);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const loaderPlatforms = [...(values.loaderPlatforms ?? [])];
    const wanted = { id, modId, version: values.version, loaderPlatforms };
    throw await duplicateVersion(ctx.platform.db, wanted);
  }
}

/** The columns of the members of a version, with the defaults of absent ones. */
function columnsOf(values: z.infer<typeof createVersionSchema>) {
  return {
    version: values.version,
    changelog: values.changelog ?? {},
    releaseChannel: values.releaseChannel ?? 'release',
    ...(values.fileCategory ? { fileCategory: values.fileCategory } : {}),
    gameVersions: values.gameVersions ?? [],
    loaderPlatforms: values.loaderPlatforms ?? [],
    requirements: values.requirements ?? {},
    buildMetadata: values.buildMetadata ?? {},
  };
}
