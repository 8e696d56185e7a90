import { Prisma } from '../../platform/database/generated/client.js';
import type { RequestContext } from '../../request/context.js';
import { type Page, type PageInput, readPage } from '../../request/page.js';
import type { Category } from './category.type.js';

/** The categories of the catalog, or those of one game, oldest first (Spec 4.1); one statement. */
export async function listCategories(
  ctx: RequestContext,
  gameSlug: string | null,
  page: PageInput,
): Promise<Page<Category>> {
  const inGame = gameSlug ? Prisma.sql`and g.slug = ${gameSlug}` : Prisma.empty;
  return readPage<Category>(ctx, page, {
    context: { resource: 'categories', sort: 'created', filters: { gameSlug } },
    read: ({ at, after }, limit) => {
      const next = after ? Prisma.sql`and c.id > ${after[0]}::uuid` : Prisma.empty;
      return ctx.platform.db.$queryRaw<Category[]>`
        select c.id, c.slug, c.name,
          jsonb_build_object('id', g.id, 'slug', g.slug, 'name', g.name) as game
        from categories c join games g on g.id = c.game_id
        where g.state = 'active' and c.created_at <= ${at}::timestamptz ${inGame} ${next}
        order by c.id limit ${limit}`;
    },
    keysOf: (row) => [row.id],
    stampOf: (row) => row,
  });
}
