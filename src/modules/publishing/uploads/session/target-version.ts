import type { FileKind, VersionState } from '../../../../platform/database/generated/enums.js';
import type { ModVersionModel } from '../../../../platform/database/generated/models.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import type { ModAccess } from '../../../collaboration/index.js';
import type { UploadFault } from './check-upload.js';
import { isReplaceable } from './replaceable.js';
import type { UploadInput } from './upload.input.js';

/** The states in which a version accepts an optional file: it is not published. */
const TAKES_OPTIONAL: readonly VersionState[] = ['draft', 'failed', 'ready'];

const OUT: readonly VersionState[] = ['published', 'archived', 'withdrawn', 'deleted'];

/** Whether no file of a version can become ready any more: the version was published or deleted. */
export function isOut(state: VersionState | undefined): boolean {
  return state === undefined || OUT.includes(state);
}

/** The states in which a version accepts a file of a kind (Spec 3.1, 3.3). */
export function statesTaking(fileKind: FileKind): VersionState[] {
  return fileKind === 'optional' ? [...TAKES_OPTIONAL] : sources(LIFECYCLES.modVersion, 'validate');
}

/**
 * Returns the fault if a version does not accept such a file. A main file needs a draft, or a
 * version whose file failed. An optional file needs an unpublished version. Published versions
 * never change (Spec 3.3).
 */
export function versionFault(version: ModVersionModel, input: UploadInput): UploadFault | null {
  return statesTaking(input.fileKind ?? 'main').includes(version.state)
    ? null
    : { code: 'invalid_state', field: 'versionId' };
}

/**
 * The same for an upload, which may also replace the main file of an unpublished version.
 * `completeUpload` checks this again under the lock of the version.
 */
export async function uploadFault(
  { platform: { db } }: RequestContext,
  version: ModVersionModel,
  input: UploadInput,
): Promise<UploadFault | null> {
  const fault = versionFault(version, input);
  if (fault === null || input.fileKind === 'optional') return fault;
  return (await isReplaceable(db, version)) ? null : fault;
}

/** Reads the version of a new file. Throws `not_found`, `gone`. */
export async function readTarget(
  ctx: RequestContext,
  mod: ModAccess,
  versionId: string,
): Promise<ModVersionModel> {
  const version = isId(versionId)
    ? await ctx.platform.db.modVersion.findFirst({
        where: { id: versionId, modId: mod.modId, state: { not: 'deleted' } },
      })
    : null;
  if (!version) throw await missing(ctx, versionId);
  return version;
}
