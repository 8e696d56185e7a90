import { type Game as GameRow, Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, type PageInput, readPage } from '../../../request/page.js';
import { unlessUnchanged } from '../../../request/validator.js';
import type { Category, Game } from './game.type.js';
import { unknownGame } from './game-values.js';

/**
 * The active games of the catalog, with or without mods, oldest first (Spec 4.1). Throws
 * `invalid_input` for an invalid limit or cursor.
 */
export async function listGames(ctx: RequestContext, page: PageInput): Promise<Page<Game>> {
  return readPage(ctx, page, {
    context: { resource: 'games', sort: 'created', filters: {} },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(Game & SnapshotRow)[]>`
        select g.id, g.slug, g.name, g.loaders, g.versions as "gameVersions", g.platforms,
          g.created_at as "createdAt", g.updated_at as "updatedAt", ${SNAPSHOT}
        from games g
        where g.state = 'active' and ${committed(Prisma.sql`g.listed_in`, snapshot)}
          ${after ? Prisma.sql`and g.id > ${after[0]}::uuid` : Prisma.empty}
        order by g.id limit ${limit}`,
    keysOf: (row) => [row.id],
  });
}

/**
 * One game by its slug, also an archived one. `unlessUnchanged` may end the read with a 304. Throws
 * `not_found`.
 */
export async function getGame(ctx: RequestContext, slug: string): Promise<Game> {
  const row = await ctx.platform.db.game.findUnique({ where: { slug } });
  if (!row || row.state === 'deleted') throw unknownGame(slug);
  unlessUnchanged(ctx, row);
  return presentGame(row);
}

function presentGame(row: GameRow): Game {
  return { ...row, gameVersions: row.versions };
}

/**
 * The categories of all active games, or of one, oldest first (Spec 4.1). An unknown or archived
 * game gives an empty page. Throws `invalid_input` for an invalid limit or cursor.
 */
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
