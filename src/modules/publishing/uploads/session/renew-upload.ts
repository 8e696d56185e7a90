import type { RequestContext } from '../../../../request/context.js';
import { transact } from '../../../../request/transact.js';
import { extendLease, holdUpload } from './extend-lease.js';
import { forSession } from './for-session.js';
import { openParts } from './open-parts.js';
import { partsToRenew } from './parts-in-flight.js';
import { presentUpload } from './present-upload.js';
import { readUpload, requireUploading } from './read-upload.js';
import { signUpload } from './sign-upload.js';
import type { UploadSession } from './upload.type.js';

/**
 * Signs the first parts of an upload again, for a replayed create (Spec 4.4). This also works if
 * the first request stopped before its parts were open. Parts in flight take precedence, so that at
 * most four are. A session that no longer accepts bytes is returned without instructions.
 */
export async function renewUpload(ctx: RequestContext, id: string): Promise<UploadSession> {
  const row = await readUpload(ctx, id);
  if (!['draft', 'uploading'].includes(row.state) || row.expiresAt <= ctx.platform.clock.now()) {
    return presentUpload(row);
  }
  return forSession(row, async () => {
    requireUploading(ctx, await openParts(ctx, row));
    const renewed = await transact(ctx, async (tx) => {
      const upload = await holdUpload(tx, ctx, id);
      const signed = partsToRenew(upload);
      return extendLease(tx, ctx, upload, { signed, inFlight: signed }, 'upload.renewed');
    });
    return presentUpload(renewed, await signUpload(ctx, renewed));
  });
}
