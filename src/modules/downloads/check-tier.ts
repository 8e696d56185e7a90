import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import type { PublishedFile } from '../artifacts/index.js';

/**
 * Demands that the viewer may have the bytes, before anything is signed (Spec 4.2):
 * - `public`: everybody
 * - `authenticated`: any verified viewer, else `unauthorized`
 *   a credential that is limited to other mods, here and below: `resource_scope_denied`
 * - `paid`: an active subscription, else `entitlement_required`
 * - `restricted`: an active grant of the mod or of the file, else `entitlement_required`
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
