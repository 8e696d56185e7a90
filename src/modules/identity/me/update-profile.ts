import { enqueue } from '../../../platform/queue/enqueue.js';
import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { differing } from '../../../request/differing.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { writeOnce } from '../../../request/write-once.js';
import { PROFILE, presentProfile, readProfile } from './profile.js';
import { type Profile, type UpdateProfileInput, updateProfileSchema } from './profile.type.js';

/**
 * Changes the given fields of the viewer's profile. Does nothing if no value differs. The documents
 * of the author's mods show the profile: the same transaction enqueues a job that updates them.
 * Spec 4.6. Throws `invalid_input`. Throws `resource_scope_denied` for a credential that is limited
 * to some mods, because a profile belongs to none of them.
 */
export async function updateProfile(
  ctx: RequestContext,
  input: UpdateProfileInput,
): Promise<Profile> {
  const { userId, credential } = requireUser(ctx);
  if (credential.modIds !== null) throw problem('resource_scope_denied');
  const profile = await readProfile(ctx);
  const changes = differing(profile, checked(updateProfileSchema, input));
  if (Object.keys(changes).length === 0) {
    return writeOnce(
      ctx,
      async () => profile,
      () => null,
    );
  }
  const { platform } = ctx;
  const user = await transact(ctx, async (tx) => {
    const written = await tx.user.update({
      where: { id: userId },
      data: { ...changes, revision: { increment: 1 }, updatedAt: platform.clock.now() },
      select: PROFILE,
    });
    await audit(tx, ctx, {
      action: 'profile.updated',
      targetKind: 'user',
      targetId: userId,
      data: { fields: Object.keys(changes) },
    });
    await enqueue(tx, { kind: 'refresh-author', payload: { userId }, dedupeKey: userId });
    return written;
  });
  return presentProfile(user, platform.publicUrl);
}
