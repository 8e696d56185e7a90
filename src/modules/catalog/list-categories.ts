import type { RequestContext } from '../../request/context.js';
import { type Page, type PageInput, readPage } from '../../request/page.js';
import type { Category } from './category.type.js';

/** The categories of the catalog, or those of one game, oldest first (Spec 4.1). */
export async function listCategories(
  ctx: RequestContext,
  gameSlug: string | null,
  page: PageInput,
): Promise<Page<Category>> {
  return readPage(ctx, page, {
    context: { resource: 'categories', sort: 'created', filters: { gameSlug } },
    read: ({ at, after }, limit) =>
      ctx.platform.db.category.findMany({
        where: {
          createdAt: { lte: at },
          game: { state: 'active', ...(gameSlug ? { slug: gameSlug } : {}) },
          ...(after ? { id: { gt: after[0] ?? '' } } : {}),
        },
        orderBy: { id: 'asc' },
        take: limit,
        include: { game: { select: { id: true, slug: true, name: true } } },
      }),
    keysOf: (row) => [row.id],
  });
}
