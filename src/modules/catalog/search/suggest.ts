import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { type Found, findMods, presentFound } from './found-mods.js';
import { searchFilter } from './search-filter.js';
import { searchText } from './search-text.js';
import { suggestAuthors, suggestCategories, type Typed } from './suggest-names.js';
import type { SuggestArgs, Suggestions } from './suggestions.type.js';

/**
 * Completes a text while a user types it: published mods by title, their authors, and categories.
 * At most one statement for each kind, and one for documents that are not cached. Throws
 * `invalid_input` for an empty or overlong text, or a limit outside 1 to 10.
 */
export async function suggest(ctx: RequestContext, args: SuggestArgs): Promise<Suggestions> {
  const text = searchText(args.q);
  const names = { text, gameSlug: args.gameSlug || null, limit: limitOf(args) };
  const [found, authors, categories] = await Promise.all([
    findTitles(ctx, names),
    suggestAuthors(ctx, names),
    suggestCategories(ctx, names),
  ]);
  const mods = (await presentFound(ctx, found)).map(({ id, slug, title, game }) => ({
    ...{ id, slug, title },
    gameSlug: game.slug,
  }));
  // The stamp is what it shows: most changes of a mod do not change its title.
  const suggestions = { mods, authors, categories };
  unlessUnchanged(ctx, suggestions);
  return suggestions;
}

/** Engines list matches in titles first. */
async function findTitles(ctx: RequestContext, { text, gameSlug, limit }: Typed): Promise<Found[]> {
  const found = await findMods(ctx, {
    ...(await searchFilter(ctx, text, { gameSlug })),
    ...{ sort: 'relevance', snapshot: null, after: null, limit },
  });
  return found.filter(({ hit }) => hit.matched.includes('title'));
}

function limitOf({ limit }: SuggestArgs): number {
  const wanted = limit ?? LIMITS.suggestionsDefault;
  if (wanted >= 1 && wanted <= LIMITS.suggestionsMax) return wanted;
  const code = wanted < 1 ? 'too_small' : 'too_large';
  throw problem('invalid_input', { fields: [{ field: 'limit', code }] });
}
