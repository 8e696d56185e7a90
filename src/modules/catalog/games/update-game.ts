import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import type { Game } from '../../../platform/database/generated/client.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { differing } from '../../../request/validator.js';
import { keysOf, name, unknownGame } from './game-values.js';

const schema = z.object({
  name: name.optional(),
  loaders: keysOf().optional(),
  versions: keysOf().optional(),
  platforms: keysOf().optional(),
});

/** Changes of a game. Omitted members stay unchanged; a list replaces the old one. */
type GameChange = z.input<typeof schema>;

/**
 * Changes a game and returns it, for operator commands, so it checks no permission. Its mods show
 * its name and versions: a job updates their documents. Adds an audit line. Does nothing if no
 * value differs. Throws `not_found`. Throws `invalid_input` naming each invalid value, each list
 * that repeats a key, and each list of loaders or versions that loses a key that a version of a mod
 * declares.
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
    return writeGame(tx, ctx, game, values);
  });
}

/** The checked changes of a game. Undefined members stay unchanged. */
export type GameValues = z.output<typeof schema>;

/**
 * Writes the values of a locked game that differ, with the audit line and the job for its mods.
 * Without a difference, it writes nothing. The caller wakes the queue. Throws `invalid_input`
 * naming each list of loaders or versions that loses a key that a mod's version declares: filters,
 * plans and later changes of these versions depend on it. `versionsField` is the caller's name of
 * the list of versions.
 */
export async function writeGame(
  tx: Tx,
  ctx: RequestContext,
  game: Game,
  values: GameValues,
  versionsField = 'versions',
): Promise<Game> {
  const changes = differing(game, values);
  const fields = Object.keys(changes);
  if (fields.length === 0) return game;
  const used = await findUsed(tx, game.id, {
    versions: lost(game.versions, changes.versions),
    loaders: lost(game.loaders, changes.loaders),
  });
  refuseUsed([...(used.loaders ? ['loaders'] : []), ...(used.versions ? [versionsField] : [])]);
  const written = await tx.game.update({
    where: { id: game.id },
    data: { ...changes, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
  });
  const about = { targetKind: 'game', targetId: game.id };
  await audit(tx, ctx, { action: 'game.updated', ...about, data: { fields } });
  const payload = { gameId: game.id };
  await enqueue(tx, { kind: 'refresh-documents', payload, dedupeKey: game.id });
  return written;
}

function lost(before: readonly string[], after: readonly string[] | undefined): string[] {
  return after === undefined ? [] : before.filter((key) => !after.includes(key));
}

interface DeclaredKeys<T> {
  readonly versions: T;
  readonly loaders: T;
}

/**
 * Returns whether versions of the game's mods declare any of these loaders or game versions;
 * deleted versions do not count. It reads only the versions that declare one, of any game, until it
 * finds one of this game.
 */
async function findUsed(
  tx: Tx,
  gameId: string,
  keys: DeclaredKeys<readonly string[]>,
): Promise<DeclaredKeys<boolean>> {
  if (keys.versions.length + keys.loaders.length === 0) return { versions: false, loaders: false };
  // The planner expects an early match, so it would scan all versions for a key that none declares.
  await allowOtherScans(tx, 'off');
  const [used] = await tx.$queryRaw<DeclaredKeys<boolean>[]>`
    select
      exists (select from mod_versions v join mods m on m.id = v.mod_id
        where v.game_versions && ${[...keys.versions]}::text[]
          and v.state <> 'deleted' and m.game_id = ${gameId}::uuid) as versions,
      exists (select from mod_versions v join mods m on m.id = v.mod_id
        where v.loader_platforms && ${[...keys.loaders]}::text[]
          and v.state <> 'deleted' and m.game_id = ${gameId}::uuid) as loaders`;
  await allowOtherScans(tx, 'on');
  return used ?? { versions: true, loaders: true };
}

/** Allows or forbids scans in this transaction other than by a bitmap of an index. */
async function allowOtherScans(tx: Tx, others: 'on' | 'off'): Promise<void> {
  await tx.$executeRaw`
    select set_config('enable_seqscan', ${others}, true), set_config('enable_indexscan', ${others}, true)`;
}

function refuseUsed(fields: readonly string[]): void {
  if (fields.length === 0) return;
  throw problem('invalid_input', {
    fields: fields.map((field) => ({ field, code: 'not_allowed' })),
    log: 'the new list lacks a key that versions of mods declare',
  });
}
