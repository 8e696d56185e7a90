import { z } from 'zod';
import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { isId, newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { transact } from '../../../request/transact.js';
import { etagOf, revisionOf, stale } from '../../../request/validator.js';
import { keysOf, name, PLATFORMS, slug, writeWithSlug } from './game-values.js';
import type { CreateGameInput, ManagedGame, UpdateGameInput } from './managed-game.type.js';
import { writeGame } from './update-game.js';

const keysUpTo = (max: number) =>
  keysOf(max)
    .nullish()
    .transform((values) => values ?? undefined);

const lists = {
  loaders: keysUpTo(LIMITS.keysPerGame),
  gameVersions: keysUpTo(LIMITS.gameVersionsPerGame),
  platforms: keysUpTo(LIMITS.keysPerGame),
};

const newSchema = z.object({ ...lists, slug, name });
const changeSchema = z.object({
  ...lists,
  name: name.nullish().transform((given) => given ?? undefined),
});

/** A game as stored. */
interface GameRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly loaders: readonly string[];
  readonly versions: readonly string[];
  readonly platforms: readonly string[];
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

function present({ versions: gameVersions, revision, ...row }: GameRow): ManagedGame {
  return { ...row, gameVersions, etag: etagOf(row.id, revision) };
}

/**
 * The games for administrators, also archived ones, newest first. Throws the errors of
 * `requireAdmin`, and `invalid_input`.
 */
export async function listManagedGames(
  ctx: RequestContext,
  page: PageInput,
): Promise<Page<ManagedGame>> {
  requireAdmin(ctx);
  const rows = await readPage(ctx, page, {
    context: { resource: 'managed-games', sort: 'created', filters: {} },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(GameRow & SnapshotRow)[]>`
        select g.id, g.slug, g.name, g.loaders, g.versions, g.platforms, g.revision,
          g.created_at as "createdAt", g.updated_at as "updatedAt", ${SNAPSHOT}
        from games g
        where g.state <> 'deleted' and ${committed(Prisma.sql`g.listed_in`, snapshot)}
          ${after ? Prisma.sql`and g.id < ${after[0]}::uuid` : Prisma.empty}
        order by g.id desc limit ${limit}`,
    keysOf: (row) => [row.id],
  });
  return mapPage(rows, rows.items.map(present));
}

/** One game for administrators. Throws the errors of `requireAdmin`, `not_found`. */
export async function getManagedGame(ctx: RequestContext, id: string): Promise<ManagedGame> {
  requireAdmin(ctx);
  const row = isId(id) ? await ctx.platform.db.game.findUnique({ where: { id } }) : null;
  if (!row || row.state === 'deleted') throw problem('not_found');
  return present(row);
}

/**
 * Adds a game to the catalog, with an audit line. For admins. Without `platforms` it gets
 * `PLATFORMS`. Throws `invalid_input`, also for a slug in use, `step_up_required`, and the errors
 * of `requireAdmin`.
 */
export async function addGame(ctx: RequestContext, input: CreateGameInput): Promise<ManagedGame> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  const {
    gameVersions,
    platforms = PLATFORMS,
    loaders = [],
    ...values
  } = checked(newSchema, input);
  const now = ctx.platform.clock.now();
  const data = { ...values, id: newId(), loaders, platforms, versions: gameVersions ?? [] };
  const row = await writeWithSlug(() =>
    transact(
      ctx,
      async (tx) => {
        const made = await tx.game.create({ data: { ...data, createdAt: now, updatedAt: now } });
        await audit(tx, ctx, { action: 'game.created', targetKind: 'game', targetId: made.id });
        return made;
      },
      ({ id }) => id,
    ),
  );
  return present(row);
}

/**
 * Changes a game in the state that the caller read, with an audit line. For admins. Its mods show
 * its name and versions after the job `refresh-documents`; the request reads and locks none of
 * them. The same values again change nothing, but the ETag must still be current. Throws:
 * - an invalid value, or a removed loader or game version that a version of a mod declares:
 *   `invalid_input`
 * - `not_found`, `precondition_failed`, `step_up_required`, and the errors of `requireAdmin`
 */
export async function changeGame(
  ctx: RequestContext,
  id: string,
  input: UpdateGameInput,
  expectedEtag: string,
): Promise<ManagedGame> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  if (!isId(id)) throw problem('not_found');
  const { gameVersions: versions, ...values } = checked(changeSchema, input);
  const row = await transact(ctx, async (tx) => {
    await tx.$executeRaw`select from games where id = ${id}::uuid for no key update`;
    const game = await tx.game.findUnique({ where: { id } });
    if (!game || game.state === 'deleted') throw problem('not_found');
    if (revisionOf(id, expectedEtag) !== game.revision) throw stale(id, game.revision);
    return writeGame(tx, ctx, game, { ...values, versions }, 'gameVersions');
  });
  ctx.platform.queue.wake();
  return present(row);
}
