import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { termKey } from '../../../platform/search/plan/vocabulary.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { ADVISORY_LOCKS } from '../../../registry/locks.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { isId, newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { revisionOf, stale } from '../../../request/validator.js';
import { unknownGame } from '../games/game-values.js';
import { presentGroup, type SynonymGroupRow } from './list-synonym-groups.js';
import {
  type SynonymGroup,
  type SynonymGroupInput,
  synonymGroupSchema,
  termsSchema,
} from './synonym-group.type.js';
import { expireVocabularies } from './vocabularies.js';

const WITH_GAME = { game: { select: { id: true, slug: true, name: true } } } as const;

/**
 * Adds a group of terms that mean the same, for one game or for all games, with an audit line. This
 * process searches with it at once, others within `LIMITS.synonymFreshnessSeconds`. For admins.
 * Throws:
 * - a term has no words or too many, or two terms are the same to a search: `invalid_input`
 * - no such game: `not_found`
 * - the limit of groups is reached for the game, for the groups of all games, or for the service:
 *   `invalid_state`
 * - no recent second factor: `step_up_required`
 * - the viewer is no admin: the errors of `requireAdmin`
 */
export async function addSynonymGroup(
  ctx: RequestContext,
  input: SynonymGroupInput,
): Promise<SynonymGroup> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  const { gameSlug, terms } = checked(synonymGroupSchema, input);
  requireDistinct(terms);
  const group = await transact(
    ctx,
    async (tx) => {
      await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.synonymGroups}::bigint)`;
      const gameId = typeof gameSlug === 'string' ? await gameIdOf(tx, gameSlug) : null;
      await requireSpace(tx, gameId);
      const now = ctx.platform.clock.now();
      const row = await tx.searchSynonym.create({
        data: { id: newId(), gameId, terms, createdAt: now, updatedAt: now },
        include: WITH_GAME,
      });
      await note(tx, ctx, 'added', row);
      return row;
    },
    ({ id }) => id,
  );
  expireVocabularies(ctx.platform);
  return presentGroup(group);
}

/**
 * Replaces the terms of a group, with effects like `addSynonymGroup`. For admins. The same terms
 * again change nothing, but the ETag must still be current. Throws `invalid_input`, `not_found`,
 * `precondition_failed`, `step_up_required`, and the errors of `requireAdmin`.
 */
export async function updateSynonymGroup(
  ctx: RequestContext,
  id: string,
  input: readonly string[],
  expectedEtag: string,
): Promise<SynonymGroup> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  if (!isId(id)) throw problem('not_found');
  const { terms } = checked(z.object({ terms: termsSchema }), { terms: input });
  requireDistinct(terms);
  const group = await transact(ctx, async (tx) => {
    await tx.$executeRaw`select from search_synonyms where id = ${id}::uuid for update`;
    const known = await tx.searchSynonym.findUnique({ where: { id }, include: WITH_GAME });
    if (!known) throw problem('not_found');
    if (revisionOf(id, expectedEtag) !== known.revision) throw stale(id, known.revision);
    if (isDeepStrictEqual(known.terms, terms)) return known;
    const row = await tx.searchSynonym.update({
      where: { id },
      data: { terms, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
      include: WITH_GAME,
    });
    await note(tx, ctx, 'changed', row);
    return row;
  });
  expireVocabularies(ctx.platform);
  return presentGroup(group);
}

/**
 * Deletes a group and returns it. Searches stop using it as quickly as they use a new one
 * (`addSynonymGroup`). For admins. The audit log keeps its terms. Throws `not_found`,
 * `step_up_required`, and the errors of `requireAdmin`.
 */
export async function removeSynonymGroup(ctx: RequestContext, id: string): Promise<SynonymGroup> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  if (!isId(id)) throw problem('not_found');
  const group = await transact(ctx, async (tx) => {
    const known = await tx.searchSynonym.findUnique({ where: { id }, include: WITH_GAME });
    const { count } = await tx.searchSynonym.deleteMany({ where: { id } });
    if (!known || count === 0) throw problem('not_found');
    await note(tx, ctx, 'removed', known);
    return known;
  });
  expireVocabularies(ctx.platform);
  return presentGroup(group);
}

function requireDistinct(terms: readonly string[]): void {
  const keys = terms.map(termKey);
  const repeated = keys.flatMap((key, at) => (keys.indexOf(key) < at ? [at] : []));
  if (repeated.length === 0) return;
  throw problem('invalid_input', {
    fields: repeated.map((at) => ({ field: `terms[${at}]`, code: 'not_unique' as const })),
  });
}

async function gameIdOf(tx: Tx, slug: string): Promise<string> {
  const game = await tx.game.findUnique({ where: { slug } });
  if (!game || game.state === 'deleted') throw unknownGame(slug);
  return game.id;
}

async function requireSpace(tx: Tx, gameId: string | null): Promise<void> {
  const ofGame = await tx.searchSynonym.count({ where: { gameId } });
  const all = await tx.searchSynonym.count();
  if (ofGame < LIMITS.synonymGroupsPerGame && all < LIMITS.synonymGroups) return;
  throw synonymsFull();
}

async function note(
  tx: Tx,
  ctx: RequestContext,
  change: 'added' | 'changed' | 'removed',
  { id, game, terms }: SynonymGroupRow,
): Promise<void> {
  await audit(tx, ctx, {
    action: `synonym_group.${change}`,
    targetKind: 'synonym_group',
    targetId: id,
    data: { game_id: game?.id ?? null, terms: [...terms] },
  });
}

function synonymsFull(): RegisteredError {
  const { synonymGroupsPerGame: ofGame, synonymGroups: all } = LIMITS;
  return problem('invalid_state', {
    detail: {
      en: `One game can have ${ofGame} synonym groups, all games together share another ${ofGame}, and the limit in total is ${all}; remove a group, or add the terms to an existing one.`,
      ru: `У одной игры может быть ${ofGame} групп синонимов, общих для всех игр — тоже ${ofGame}, а всего — ${all}; удалите группу или добавьте слова в существующую.`,
      de: `Ein Spiel kann ${ofGame} Synonymgruppen haben, für alle Spiele gemeinsam sind es weitere ${ofGame}, insgesamt ${all}; entfernen Sie eine Gruppe oder ergänzen Sie eine vorhandene.`,
    },
  });
}
