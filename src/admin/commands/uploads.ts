import {
  approveUpload,
  listAllUploads,
  rejectQuarantinedUpload,
} from '../../modules/publishing/index.js';
import { problem } from '../../registry/errors.js';
import { REJECTION_REASONS } from '../../registry/reviews.js';
import { LIFECYCLES } from '../../registry/states.js';
import { createSystemContext, type RequestContext } from '../../request/context.js';
import { lowerCaseId } from '../../request/ids.js';
import { command, type Printed } from '../command.js';
import { oneOf, optional, required } from '../flags.js';

/**
 * `upload list`: up to a thousand uploads of all mods, or those in one state. The newest come
 * first, or with `quarantined` those with the longest wait.
 */
export const uploadList = command(
  { state: oneOf(LIFECYCLES.uploadSession.states) },
  async (ctx, { state }) => {
    const { uploads, hasMore } = await listAllUploads(ctx, state);
    return { uploads, has_more: hasMore };
  },
  { onlyReads: true },
);

/** `upload approve`: approves a quarantined upload on behalf of a moderator. */
export const uploadApprove = command(
  { upload: required('ID'), moderator: required('U'), 'public-note': optional('TEXT') },
  async (ctx, { upload, moderator, 'public-note': publicNote = null }) =>
    printed(
      await approveUpload(await actingAs(ctx, moderator), lowerCaseId(upload), { publicNote }),
    ),
);

/**
 * `upload reject`: rejects a quarantined upload on behalf of a moderator. Reason and note are
 * optional.
 */
export const uploadReject = command(
  {
    upload: required('ID'),
    moderator: required('U'),
    reason: oneOf(REJECTION_REASONS),
    'public-note': optional('TEXT'),
  },
  async (ctx, { upload, moderator, reason = null, 'public-note': publicNote = null }) =>
    printed(
      await rejectQuarantinedUpload(
        await actingAs(ctx, moderator),
        lowerCaseId(upload),
        { publicNote },
        reason,
      ),
    ),
);

function printed({ id, lifecycleStatus }: Awaited<ReturnType<typeof approveUpload>>): Printed {
  return { upload_id: id, lifecycleStatus };
}

/**
 * The same context with an account as the viewer. The account's own rights apply, and the audit log
 * names it. Throws `user_not_found`, `account_blocked`.
 */
async function actingAs(ctx: RequestContext, username: string): Promise<RequestContext> {
  const user = await ctx.platform.db.user.findUnique({ where: { username } });
  if (!user || user.state === 'deleted') throw problem('user_not_found');
  if (user.state !== 'active') throw problem('account_blocked');
  return createSystemContext(ctx.platform, ctx.request.id, {
    kind: 'user',
    actor: `user:${user.id}`,
    userId: user.id,
    username: user.username,
    role: user.role,
    credential: {
      kind: 'operator',
      id: user.id,
      clientId: null,
      scopes: [],
      modIds: null,
      expiresAt: null,
      aal2At: null,
    },
  });
}
