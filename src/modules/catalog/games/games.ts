import { z } from 'zod';
import { ALLOWABLE_CONTENT, isAllowableContent } from '../../../registry/contents.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { keysOf, name, PLATFORMS, slug, unknownGame, writeWithSlug } from './game-values.js';

const lists = { loaders: keysOf().default([]), versions: keysOf().default([]) };
const gameSchema = z.object({ ...lists, slug, name });
const categorySchema = z.object({ gameSlug: z.string(), slug, name });

/**
 * Creates a game and returns its id. Throws `invalid_input`, also for a slug in use. Like all verbs
 * of this file, it serves only operator commands and the demo, so it checks no permission.
 * `manage-games.ts` has the verbs for administrators. Each change has an audit line.
 */
export async function createGame(
  ctx: RequestContext,
  input: z.input<typeof gameSchema>,
): Promise<string> {
  const values = checked(gameSchema, input);
  const id = newId();
  return writeWithSlug(() =>
    transact(ctx, async (tx) => {
      await tx.game.create({ data: { ...values, id, platforms: PLATFORMS } });
      await audit(tx, ctx, { action: 'game.created', targetKind: 'game', targetId: id });
      return id;
    }),
  );
}

/**
 * Creates a category of a game and returns its id. Throws `invalid_input`, also for a slug in use,
 * and `not_found` for an unknown game.
 */
export async function createCategory(
  ctx: RequestContext,
  input: z.input<typeof categorySchema>,
): Promise<string> {
  const values = checked(categorySchema, input);
  const game = await ctx.platform.db.game.findUnique({ where: { slug: values.gameSlug } });
  if (!game) throw unknownGame(values.gameSlug);
  const id = newId();
  return writeWithSlug(() =>
    transact(ctx, async (tx) => {
      await tx.category.create({
        data: { id, gameId: game.id, slug: values.slug, name: values.name },
      });
      await audit(tx, ctx, { action: 'category.created', targetKind: 'category', targetId: id });
      return id;
    }),
  );
}

const ids = z.array(z.string().refine(isAllowableContent));
const allowanceSchema = z.object({
  slug: z.string(),
  allow: ids.default([]),
  deny: ids.default([]),
});

/**
 * The content for loaders, such as plugin libraries, that uploads for a game may contain without a
 * review, and the remaining choices: ids of `ALLOWABLE_CONTENT`.
 */
interface AllowedContent {
  readonly slug: string;
  readonly allowed: readonly string[];
  readonly available: readonly string[];
}

/**
 * Changes the content for loaders (ids of `ALLOWABLE_CONTENT`) that uploads for a game may contain
 * without a review. An id in both lists is denied. Later scans use the new list. Without a
 * difference, it writes nothing. Throws `invalid_input`, and `not_found` for an unknown game.
 */
export async function changeAllowedContent(
  ctx: RequestContext,
  input: z.input<typeof allowanceSchema>,
): Promise<AllowedContent> {
  const { slug, allow, deny } = checked(allowanceSchema, input);
  return transact(ctx, async (tx) => {
    const [game] = await tx.$queryRaw<{ id: string; allowed: string[] }[]>`
      select id, allowed_content as allowed from games where slug = ${slug} for update`;
    if (!game) throw unknownGame(slug);
    const denied: ReadonlySet<string> = new Set(deny);
    const allowed = [...new Set([...game.allowed, ...allow])]
      .filter((id) => !denied.has(id))
      .sort();
    const available = Object.keys(ALLOWABLE_CONTENT).filter((id) => !allowed.includes(id));
    if (allowed.join() !== game.allowed.join()) {
      await tx.game.update({ where: { id: game.id }, data: { allowedContent: allowed } });
      await audit(tx, ctx, {
        action: 'game.content_changed',
        targetKind: 'game',
        targetId: game.id,
        data: { allowed },
      });
    }
    return { slug, allowed, available };
  });
}
