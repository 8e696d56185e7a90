import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { can, type ModPermission } from '../../../../registry/access.js';
import { problem } from '../../../../registry/errors.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import { readModAccess } from '../../../collaboration/index.js';

/**
 * Returns a session of a mod in which the viewer has the permission: `uploads` to work on it,
 * `read-drafts` to read it. Throws `session_not_found` for an unknown or foreign session,
 * `resource_scope_denied` if the credential is limited to other mods.
 */
export async function readUpload(
  ctx: RequestContext,
  id: string,
  permission: ModPermission = 'uploads',
): Promise<UploadSessionModel> {
  const viewer = requireUser(ctx);
  const row = isId(id) ? await ctx.platform.db.uploadSession.findUnique({ where: { id } }) : null;
  if (!row) throw await missing(ctx, id, 'session_not_found');
  const { role } = await readModAccess(ctx, row.modId, 'session_not_found');
  if (role === null || !can(role, permission)) throw problem('session_not_found');
  const { modIds } = viewer.credential;
  if (modIds && !modIds.includes(row.modId)) throw problem('resource_scope_denied');
  return row;
}

/**
 * Requires that a session accepts bytes. Throws `session_expired` after its activity window, else
 * `session_not_uploading`.
 */
export function requireUploading(ctx: RequestContext, row: UploadSessionModel): void {
  const open = row.state === 'uploading';
  if (row.expired || (open && row.expiresAt <= ctx.platform.clock.now())) {
    throw problem('session_expired');
  }
  if (!open) throw problem('session_not_uploading');
}
