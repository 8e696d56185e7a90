import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';

/**
 * Checks that the viewer is in the team of each of these mods; one statement. Throws `gone` for a
 * deleted mod, and `not_found` for every other, so that the error does not reveal which mods exist.
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
