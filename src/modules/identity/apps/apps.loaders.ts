import { inOrderOf, type LoaderDefinition } from '../../../request/loaders.js';
import type { AppOwner } from './app.type.js';

/** The owners of applications by id. */
export const ownerById: LoaderDefinition<string, AppOwner | null> = {
  name: 'ownerById',
  async batch(ctx, ids) {
    const rows = await ctx.platform.db.user.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, username: true },
    });
    return inOrderOf(ids, rows, (row) => row.id);
  },
};
