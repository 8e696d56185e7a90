import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { etagOf } from '../../../request/validator.js';
import type { GameRef } from '../games/game.type.js';
import type { SynonymGroup } from './synonym-group.type.js';

/** A group as stored, with its game. */
export interface SynonymGroupRow {
  readonly id: string;
  /** Null for a group of all games. */
  readonly game: GameRef | null;
  readonly terms: readonly string[];
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * The synonym groups of one game, or all groups if `gameSlug` is null, newest first. A group
 * without a game applies to every game, but the list of one game omits it. An unknown game gives an
 * empty page. For admins. Throws the errors of `requireAdmin`, and `invalid_input` for an invalid
 * limit or cursor.
 */
export async function listSynonymGroups(
  ctx: RequestContext,
  gameSlug: string | null,
  page: PageInput,
): Promise<Page<SynonymGroup>> {
  requireAdmin(ctx);
  const found = await readPage(ctx, page, {
    context: { resource: 'synonym-groups', sort: 'created', filters: { gameSlug } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(SynonymGroupRow & SnapshotRow)[]>`
        select s.id, s.terms, s.revision, s.created_at as "createdAt", s.updated_at as "updatedAt",
          case when g.id is not null
            then json_build_object('id', g.id, 'slug', g.slug, 'name', g.name) end as game,
          ${SNAPSHOT}
        from search_synonyms s left join games g on g.id = s.game_id
        where ${committed(Prisma.sql`s.born_in`, snapshot)}
          ${gameSlug ? Prisma.sql`and g.slug = ${gameSlug}` : Prisma.empty}
          ${after ? Prisma.sql`and (s.created_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by s.created_at desc, s.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  return mapPage(found, found.items.map(presentGroup));
}

/** Maps a row to the group that admins see. */
export function presentGroup(row: SynonymGroupRow): SynonymGroup {
  const { id, game, terms, revision, createdAt, updatedAt } = row;
  return { id, game, terms, createdAt, updatedAt, etag: etagOf(id, revision) };
}
