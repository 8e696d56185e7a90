import { z } from 'zod';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { isId, newId } from '../../../request/ids.js';
import { groupedBy, type LoaderDefinition } from '../../../request/loaders.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { etagOf, revisionOf, stale } from '../../../request/validator.js';
import { name, slug, writeWithSlug } from './game-values.js';
import type { CreateCategoryInput, ManagedCategory } from './managed-game.type.js';

const schema = z.object({ slug, name });

/** A category as stored. */
interface CategoryRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly revision: number;
  readonly createdAt: Date;
}

function present({ id, slug, name, revision, createdAt }: CategoryRow): ManagedCategory {
  return { id, slug, name, createdAt, etag: etagOf(id, revision) };
}

/** All categories of games, oldest first. The caller checks the rights. */
export const categoriesByGame: LoaderDefinition<string, readonly ManagedCategory[]> = {
  name: 'categoriesByGame',
  async batch(ctx, gameIds) {
    const rows = await ctx.platform.db.category.findMany({
      where: { gameId: { in: [...gameIds] } },
      orderBy: { id: 'asc' },
    });
    return groupedBy(gameIds, rows, ({ gameId }) => gameId).map((of) => of.map(present));
  },
};

/**
 * Adds a category to a game, with an audit line. For admins. Throws `invalid_input`, also for a
 * slug in use, `not_found` for the game, and `invalid_state` if the game has too many categories.
 * Throws `step_up_required`, and the errors of `requireAdmin`.
 */
export async function addCategory(
  ctx: RequestContext,
  { gameId, ...input }: CreateCategoryInput,
): Promise<ManagedCategory> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  const values = checked(schema, input);
  if (!isId(gameId)) throw problem('not_found');
  const now = ctx.platform.clock.now();
  const row = await writeWithSlug(() =>
    transact(
      ctx,
      async (tx) => {
        const [game] = await tx.$queryRaw<{ id: string }[]>`
        select id from games where id = ${gameId}::uuid and state <> 'deleted' for no key update`;
        if (!game) throw problem('not_found');
        const count = await tx.category.count({ where: { gameId } });
        if (count >= LIMITS.categoriesPerGame) throw categoriesFull();
        const data = { ...values, id: newId(), gameId, createdAt: now, updatedAt: now };
        const made = await tx.category.create({ data });
        const about = { targetKind: 'category', targetId: made.id };
        await audit(tx, ctx, { action: 'category.created', ...about });
        return made;
      },
      ({ id }) => id,
    ),
  );
  return present(row);
}

/**
 * Renames a category in the state that the caller read, with an audit line. For admins. A job
 * updates its mods and the search. The same name again changes nothing, but the ETag must still be
 * current. Throws `invalid_input`, `not_found`, `precondition_failed`, `step_up_required`, and the
 * errors of `requireAdmin`.
 */
export async function renameCategory(
  ctx: RequestContext,
  id: string,
  given: string,
  expectedEtag: string,
): Promise<ManagedCategory> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  const { name } = checked(schema.pick({ name: true }), { name: given });
  if (!isId(id)) throw problem('not_found');
  const row = await transact(ctx, async (tx) => {
    // A writer of mod documents locks their game `for share`. So it either commits before this
    // transaction and the job finds its documents, or it reads the new name.
    const [known] = await tx.$queryRaw<(CategoryRow & { gameId: string })[]>`
      select c.id, c.game_id as "gameId", c.slug, c.name, c.revision, c.created_at as "createdAt"
      from games g join categories c on c.game_id = g.id
      where c.id = ${id}::uuid and g.state <> 'deleted' for no key update of g, c`;
    if (!known) throw problem('not_found');
    if (revisionOf(id, expectedEtag) !== known.revision) throw stale(id, known.revision);
    if (known.name === name) return known;
    const written = await tx.category.update({
      where: { id },
      data: { name, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    const about = { targetKind: 'category', targetId: id };
    await audit(tx, ctx, { action: 'category.renamed', ...about, data: { name, was: known.name } });
    // Names the game too: a process of the previous release needs it, and updates all its mods.
    const payload = { gameId: known.gameId, categoryId: id };
    await enqueue(tx, { kind: 'refresh-documents', payload, dedupeKey: id });
    return written;
  });
  ctx.platform.queue.wake();
  return present(row);
}

const { categoriesPerGame: MOST } = LIMITS;

function categoriesFull(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: `This game has ${MOST} categories, which is the limit; rename one that is no longer needed.`,
      ru: `У этой игры уже ${MOST} категорий — это предел; переименуйте ненужную.`,
      de: `Dieses Spiel hat bereits ${MOST} Kategorien, mehr sind nicht möglich; benennen Sie eine um, die nicht mehr gebraucht wird.`,
    },
  });
}
