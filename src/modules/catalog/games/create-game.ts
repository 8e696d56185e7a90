import { z } from 'zod';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';

const slug = z
  .string()
  .max(LIMITS.slugCharacters)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

/** The name of a game or a category. */
export const name = z.string().trim().min(1).max(LIMITS.titleCharacters);

/** Keys of loaders, versions or platforms. */
export const keys = z.array(z.string().min(1).max(LIMITS.labelCharacters));

const gameSchema = z.object({ slug, name, loaders: keys.default([]), versions: keys.default([]) });
const categorySchema = z.object({ gameSlug: z.string(), slug, name });

/** The default platforms of a new game. */
const PLATFORMS = ['windows', 'linux', 'macos', 'any'];

/** Creates a game and returns its id. Throws `invalid_input`. */
export async function createGame(
  ctx: RequestContext,
  input: z.input<typeof gameSchema>,
): Promise<string> {
  const values = checked(gameSchema, input);
  const id = newId();
  return unique('slug', () =>
    transact(ctx, async (tx) => {
      await tx.game.create({ data: { ...values, id, platforms: PLATFORMS } });
      await audit(tx, ctx, { action: 'game.created', targetKind: 'game', targetId: id });
      return id;
    }),
  );
}

/** Creates a category of a game and returns its id. Throws `invalid_input`, `not_found`. */
export async function createCategory(
  ctx: RequestContext,
  input: z.input<typeof categorySchema>,
): Promise<string> {
  const values = checked(categorySchema, input);
  const game = await ctx.platform.db.game.findUnique({ where: { slug: values.gameSlug } });
  if (!game) throw problem('not_found');
  const id = newId();
  return unique('slug', () =>
    transact(ctx, async (tx) => {
      await tx.category.create({
        data: { id, gameId: game.id, slug: values.slug, name: values.name },
      });
      await audit(tx, ctx, { action: 'category.created', targetKind: 'category', targetId: id });
      return id;
    }),
  );
}

async function unique(field: string, write: () => Promise<string>): Promise<string> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem('invalid_input', { fields: [{ field, code: 'not_unique' }] });
  }
}
