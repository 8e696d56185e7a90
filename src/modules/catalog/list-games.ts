import type { Game as GameRow } from '../../platform/database/generated/client.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { mapPage, type Page, type PageInput, readPage } from '../../request/page.js';
import { unlessUnchanged } from '../../request/validator.js';
import type { Game } from './game.type.js';

/** The games of the catalog, oldest first (Spec 4.1). */
export async function listGames(ctx: RequestContext, page: PageInput): Promise<Page<Game>> {
  const rows = await readPage(ctx, page, {
    context: { resource: 'games', sort: 'created', filters: {} },
    read: ({ at, after }, limit) =>
      ctx.platform.db.game.findMany({
        where: {
          state: 'active',
          createdAt: { lte: at },
          ...(after ? { id: { gt: after[0] ?? '' } } : {}),
        },
        orderBy: { id: 'asc' },
        take: limit,
      }),
    keysOf: (row) => [row.id],
    stampOf: (row) => row,
  });
  return mapPage(rows, rows.items.map(presentGame));
}

/** One game by its slug. Throws `not_found`. */
export async function getGame(ctx: RequestContext, slug: string): Promise<Game> {
  const row = await ctx.platform.db.game.findUnique({ where: { slug } });
  if (!row || row.state === 'deleted') throw problem('not_found');
  unlessUnchanged(ctx, row);
  return presentGame(row);
}

function presentGame(row: GameRow): Game {
  return { ...row, gameVersions: row.versions };
}
