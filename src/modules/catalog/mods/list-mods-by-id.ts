import { type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { inOrderOf } from '../../../request/loaders.js';
import type { Page } from '../../../request/page.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { modsOf } from '../documents/documents.js';
import { headStamp } from '../documents/present-mod.js';
import type { Mod } from './mod.type.js';
import { publishedHeads } from './mods.loaders.js';

/** Ids of mods, and the other arguments of the request by name. */
export interface WantedMods {
  readonly ids: readonly string[];
  readonly others: Readonly<Record<string, unknown>>;
}

/**
 * The published mods with these ids on one page, in the given order and without duplicates. Skips
 * unknown ids. One statement, and one more for documents that are not cached. Throws
 * `invalid_input` for another argument, a malformed id, or more ids than a page holds.
 */
export async function listModsById(
  ctx: RequestContext,
  { ids, others }: WantedMods,
): Promise<Page<Mod>> {
  const fields = [...faultsOf(ids), ...notAllowed(others)];
  if (fields.length > 0) throw problem('invalid_input', { fields });
  const wanted = [...new Set(ids)];
  const found = wanted.length > 0 ? await publishedHeads(ctx, wanted) : [];
  const heads = inOrderOf(wanted, found, ({ id }) => id).flatMap((head) => head ?? []);
  unlessUnchanged(ctx, heads.map(headStamp));
  const pagination = { nextCursor: null, hasMore: false, limit: LIMITS.pageSizeMax };
  return { items: await modsOf(ctx, heads), pagination };
}

function faultsOf(ids: readonly string[]): FieldProblem[] {
  if (ids.length > LIMITS.pageSizeMax) return [{ field: 'ids', code: 'too_many' }];
  return ids.flatMap((id, at) =>
    isId(id) ? [] : [{ field: `ids[${at}]`, code: 'invalid_format' as const }],
  );
}

function notAllowed(others: WantedMods['others']): FieldProblem[] {
  return Object.entries(others).flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [{ field, code: 'not_allowed' as const }],
  );
}
