import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import type { Game } from '../../../platform/database/generated/client.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { type Differing, differing } from '../../../request/differing.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { keys, name } from './create-game.js';

const listed = keys.refine((values) => new Set(values).size === values.length);

const schema = z.object({
  name: name.optional(),
  loaders: listed.optional(),
  versions: listed.optional(),
  platforms: listed.optional(),
});

/** Changes of a game. Omitted members stay unchanged; a list replaces the old one. */
export type GameChange = z.input<typeof schema>;

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
    const [held] = await tx.$queryRaw<{ id: string }[]>`
      select id from games where slug = ${slug} and state <> 'deleted' for update`;
    if (!held) throw problem('not_found', { log: 'there is no such game' });
    const game = await tx.game.findUniqueOrThrow({ where: held });
    const changes = differing(game, values);
    const fields = Object.keys(changes);
    if (fields.length === 0) return game;
    await demandUsedKeys(tx, game.id, changes);
    const written = await tx.game.update({
      where: held,
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
