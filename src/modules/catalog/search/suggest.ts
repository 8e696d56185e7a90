import { PREPARED } from '../../../platform/database/queries.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf } from '../../../request/loaders.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { searchFilter, searchText } from './search-input.js';
import { suggestNames, type Typed } from './suggest-names.js';
import type { SuggestArgs, SuggestedMod, Suggestions } from './suggestions.type.js';

/**
 * Completes a text while a user types it. Suggests published mods by title, authors by the start of
 * their name, and categories by the start of their name or slug. The three lists are independent,
 * and empty for an unknown game. One statement reads the names. The search port finds the mods, and
 * a second statement reads their titles. `unlessUnchanged` may end the read with a 304. Throws
 * `invalid_input` for an empty or overlong text, or a limit outside 1 to 10.
 */
export async function suggest(ctx: RequestContext, args: SuggestArgs): Promise<Suggestions> {
  const text = searchText(args.q);
  const typed = { text, gameSlug: args.gameSlug || null, limit: limitOf(args) };
  const [mods, names] = await Promise.all([suggestMods(ctx, typed), suggestNames(ctx, typed)]);
  const suggestions = { mods, ...names };
  unlessUnchanged(ctx, suggestions);
  return suggestions;
}

/**
 * Published mods whose title matches. Reads columns and not documents, which also have the
 * descriptions.
 */
async function suggestMods(
  ctx: RequestContext,
  { text, gameSlug, limit }: Typed,
): Promise<SuggestedMod[]> {
  const filter = await searchFilter(ctx, text, { gameSlug });
  const first = {
    sort: 'relevance',
    snapshot: null,
    after: null,
    limit,
    titlesOnly: true,
  } as const;
  const hits = await ctx.platform.search.find({ ...filter, ...first });
  const ids = hits.map(({ modId }) => modId);
  if (ids.length === 0) return [];
  const mods = await ctx.platform.db.$queryRaw<SuggestedMod[]>`${PREPARED}
    select m.id, m.slug, m.title, g.slug as "gameSlug" from mods m join games g on g.id = m.game_id
    where m.id = any((select ${ids}::uuid[])::uuid[]) and m.state = 'published'`;
  return inOrderOf(ids, mods, ({ id }) => id).flatMap((mod) => mod ?? []);
}

function limitOf({ limit }: SuggestArgs): number {
  const wanted = limit ?? LIMITS.suggestionsDefault;
  if (wanted >= 1 && wanted <= LIMITS.suggestionsMax) return wanted;
  const code = wanted < 1 ? 'too_small' : 'too_large';
  throw problem('invalid_input', { fields: [{ field: 'limit', code }] });
}
