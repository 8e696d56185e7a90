import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import type { Game } from '../../../platform/database/generated/client.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { ALLOWABLE_CONTENT, isAllowableContent } from '../../../registry/contents.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { type Differing, differing } from '../../../request/validator.js';
import { unknownGame } from './unknown-game.js';

const slug = z
  .string()
  .max(LIMITS.slugCharacters)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

/** The name of a game or a category. */
const name = z.string().trim().min(1).max(LIMITS.titleCharacters);

/** Keys of loaders, versions or platforms. */
const keys = z.array(z.string().min(1).max(LIMITS.labelCharacters));

const gameSchema = z.object({ slug, name, loaders: keys.default([]), versions: keys.default([]) });
const categorySchema = z.object({ gameSlug: z.string(), slug, name });

/** The default platforms of a new game. */
const PLATFORMS = ['windows', 'linux', 'macos', 'any'];

/**
 * Creates a game and returns its id. Throws `invalid_input`. Like all verbs of this file, it serves
 * only operator commands and the demo, so it checks no permission.
 */
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
  if (!game) throw unknownGame(values.gameSlug);
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

const listed = keys.refine((values) => new Set(values).size === values.length);

const schema = z.object({
  name: name.optional(),
  loaders: listed.optional(),
  versions: listed.optional(),
  platforms: listed.optional(),
});

/** Changes of a game. Omitted members stay unchanged; a list replaces the old one. */
type GameChange = z.input<typeof schema>;

/**
 * Changes a game and returns it. Its mods show its name and versions: a job updates their
 * documents. Does nothing if no value differs. Throws `not_found`. Throws `invalid_input` naming
 * each list that repeats a key or lacks a key that a version of a mod declares.
 */
export async function updateGame(
  ctx: RequestContext,
  slug: string,
  input: GameChange,
): Promise<Game> {
  const values = checked(schema, input);
  return transact(ctx, async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: string }[]>`
      select id from games where slug = ${slug} and state <> 'deleted' for update`;
    if (!locked) throw unknownGame(slug);
    const game = await tx.game.findUniqueOrThrow({ where: locked });
    const changes = differing(game, values);
    const fields = Object.keys(changes);
    if (fields.length === 0) return game;
    await demandUsedKeys(tx, game.id, changes);
    const written = await tx.game.update({
      where: locked,
      data: { ...changes, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    const about = { targetKind: 'game', targetId: game.id };
    await audit(tx, ctx, { action: 'game.updated', ...about, data: { fields } });
    const payload = { gameId: game.id };
    await enqueue(tx, { kind: 'refresh-documents', payload, dedupeKey: game.id });
    return written;
  });
}

type Changes = Differing<z.output<typeof schema>>;

/**
 * Requires every key that versions declare: filters, plans and later changes of them depend on it.
 */
async function demandUsedKeys(tx: Tx, gameId: string, changes: Changes): Promise<void> {
  const [used] = await tx.$queryRaw<{ loaders: boolean; versions: boolean }[]>`
    select coalesce(bool_or(not v.loader_platforms <@ ${changes.loaders ?? []}::text[]), false) as loaders,
      coalesce(bool_or(not v.game_versions <@ ${changes.versions ?? []}::text[]), false) as versions
    from mod_versions v join mods m on m.id = v.mod_id
    where m.game_id = ${gameId}::uuid and v.state <> 'deleted'`;
  const fields = (['loaders', 'versions'] as const).filter(
    (field) => changes[field] !== undefined && used?.[field],
  );
  if (fields.length === 0) return;
  throw problem('invalid_input', {
    fields: fields.map((field) => ({ field, code: 'not_allowed' })),
    log: 'versions of mods declare a key that the new list lacks',
  });
}

const ids = z.array(z.string().refine(isAllowableContent));
const allowanceSchema = z.object({
  slug: z.string(),
  allow: ids.default([]),
  deny: ids.default([]),
});

/**
 * The loader content that uploads for a game may contain without a review, and the remaining
 * choices.
 */
interface AllowedContent {
  readonly slug: string;
  readonly allowed: readonly string[];
  readonly available: readonly string[];
}

/**
 * Changes the loader content that uploads for a game may contain without a review. `deny` wins over
 * `allow`. Later scans use the new list. Throws `invalid_input`, `not_found`.
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
