import { problem } from '../../registry/errors.js';
import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';

/**
 * Demands of mods that the viewer is in the team of each; one statement for all of them. Throws for
 * the first that does not fit: `gone` for what was deleted, `not_found` for all else, so that
 * nobody learns from it which mods there are.
 */
export async function requireOwnMods(
  ctx: RequestContext,
  modIds: readonly string[],
): Promise<void> {
  if (modIds.length === 0) return;
  if (!modIds.every(isId)) throw problem('not_found');
  const { userId } = requireUser(ctx);
  const own = await ctx.platform.db.mod.findMany({
    where: {
      id: { in: [...modIds] },
      state: { not: 'deleted' },
      team: { members: { some: { userId } } },
    },
    select: { id: true },
  });
  const known = new Set(own.map(({ id }) => id));
  const unknown = modIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw await missing(ctx, unknown, 'not_found');
}
