import { approveUpload, refuseUpload } from '../../modules/uploads/index.js';
import { problem } from '../../registry/errors.js';
import { createSystemContext, type RequestContext } from '../../request/context.js';
import { command } from '../command.js';
import { required } from '../flags.js';

/** `upload approve`: a quarantined upload passes on a moderator's word. */
export const uploadApprove = deciding(approveUpload);

/** `upload reject`: a quarantined upload is refused on a moderator's word. */
export const uploadReject = deciding(refuseUpload);

function deciding(decide: typeof approveUpload) {
  return command(
    { upload: required('ID'), moderator: required('U') },
    async (ctx, { upload, moderator }) => {
      const { id, lifecycleStatus } = await decide(await actingAs(ctx, moderator), upload);
      return { upload_id: id, lifecycleStatus };
    },
  );
}

/**
 * The same surroundings with an account as the viewer: what it may decide, and what the audit log
 * says of it, is as if it had asked itself. Throws `user_not_found`, `account_blocked`.
 */
async function actingAs(ctx: RequestContext, username: string): Promise<RequestContext> {
  const user = await ctx.platform.db.user.findUnique({ where: { username } });
  if (!user) throw problem('user_not_found');
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
