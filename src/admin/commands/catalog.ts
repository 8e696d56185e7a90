import {
  changeAllowedContent,
  createCategory,
  createGame,
  reindexAll,
  updateGame,
} from '../../modules/catalog/index.js';
import { audit } from '../../request/outbox.js';
import { command } from '../command.js';
import { optional, required, UsageError, words, wordsIfGiven } from '../flags.js';

/** `game create`: creates a game for all platforms, without categories. */
export const gameCreate = command(
  {
    slug: required('S'),
    name: required('N'),
    loaders: words('"a b"'),
    versions: words('"1 2"'),
  },
  async (ctx, game) => ({ game_id: await createGame(ctx, game), slug: game.slug }),
);

/**
 * `game update`: changes the given facts of a game. A given list replaces the old one. A new list
 * must have every loader and game version that versions of mods declare. A job updates the
 * documents of the mods. Throws UsageError without any fact.
 */
export const gameUpdate = command(
  {
    slug: required('S'),
    name: optional('N'),
    loaders: wordsIfGiven('"a b"'),
    versions: wordsIfGiven('"1 2"'),
    platforms: wordsIfGiven('"a b"'),
  },
  async (ctx, { slug, name, ...lists }) => {
    const given = Object.entries({ name, ...lists }).filter(([, value]) => value !== undefined);
    if (given.length === 0) {
      throw new UsageError('one of --name, --loaders, --versions and --platforms is needed');
    }
    const game = await updateGame(ctx, slug, Object.fromEntries(given));
    return {
      game_id: game.id,
      slug: game.slug,
      name: game.name,
      loaders: game.loaders,
      versions: game.versions,
      platforms: game.platforms,
    };
  },
);

/** `category create`: adds a category to a game. */
export const categoryCreate = command(
  { game: required('S'), slug: required('C'), name: required('N') },
  async (ctx, { game, slug, name }) => ({
    category_id: await createCategory(ctx, { gameSlug: game, slug, name }),
    slug,
  }),
);

/** `search reindex`: rebuilds the search index from the mods. Writes a line of the audit log. */
export const searchReindex = command({}, async (ctx) => {
  const indexed = await reindexAll(ctx.platform);
  const entry = { action: 'search.reindexed', targetKind: 'search', targetId: null };
  await audit(ctx.platform.db, ctx, { ...entry, data: { indexed } });
  return { indexed };
});

/**
 * `game content`: shows and changes the content that uploads for a game may have without a review,
 * by ids of `ALLOWABLE_CONTENT`. `--deny` wins over `--allow`; without both, nothing changes.
 */
export const gameContent = command(
  { slug: required('S'), allow: words('"a b"'), deny: words('"a b"') },
  async (ctx, change) => ({ ...(await changeAllowedContent(ctx, change)) }),
);
