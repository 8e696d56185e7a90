import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { PublishedFile } from '../../publishing/index.js';

/**
 * Checks that the viewer may download the file, before anything is signed (Spec 4.2):
 * - `public`: any caller
 * - `authenticated`: any verified viewer, else `unauthorized`. From here on, a credential limited
 *   to other mods gets `resource_scope_denied`.
 * - `paid`: an active subscription, else `entitlement_required`
 * - `restricted`: an active entitlement for the mod or the file, else `entitlement_required`
 */
export async function checkTier(ctx: RequestContext, file: PublishedFile): Promise<void> {
  if (file.accessTier === 'public') return;
  if (ctx.viewer.kind !== 'user') throw problem('unauthorized');
  const { modIds } = ctx.viewer.credential;
  if (modIds && !modIds.includes(file.modId)) throw problem('resource_scope_denied');
  if (file.accessTier === 'authenticated') return;
  const now = ctx.platform.clock.now();
  const granted = await ctx.platform.db.entitlement.findFirst({
    where: {
      userId: ctx.viewer.userId,
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        file.accessTier === 'paid'
          ? { kind: 'subscriber' }
          : {
              OR: [
                { kind: 'mod', resourceId: file.modId },
                { kind: 'artifact', resourceId: file.id },
              ],
            },
      ],
    },
    select: { id: true },
  });
  if (!granted) throw problem('entitlement_required');
}
