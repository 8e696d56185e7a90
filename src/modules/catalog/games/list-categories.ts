import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, type PageInput, readPage } from '../../../request/page.js';
import type { Category } from './category.type.js';

/** The categories of all games or of one game, oldest first (Spec 4.1). */
export async function listCategories(
  ctx: RequestContext,
  gameSlug: string | null,
  page: PageInput,
): Promise<Page<Category>> {
  return readPage(ctx, page, {
    context: { resource: 'categories', sort: 'created', filters: { gameSlug: gameSlug || null } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(Category & SnapshotRow)[]>`
        select c.id, c.slug, c.name, ${SNAPSHOT},
          json_build_object('id', g.id, 'slug', g.slug, 'name', g.name) as game
        from categories c join games g on g.id = c.game_id
        where g.state = 'active' and ${committed(Prisma.sql`g.listed_in`, snapshot)}
          and ${committed(Prisma.sql`c.born_in`, snapshot)}
          ${gameSlug ? Prisma.sql`and g.slug = ${gameSlug}` : Prisma.empty}
          ${after ? Prisma.sql`and c.id > ${after[0]}::uuid` : Prisma.empty}
        order by c.id limit ${limit}`,
    keysOf: (row) => [row.id],
  });
}
