import { createCategory, createGame } from '../../modules/catalog/index.js';
import { reindexAll } from '../../modules/search/index.js';
import { audit } from '../../request/outbox.js';
import { command } from '../command.js';
import { required, words } from '../flags.js';

/** `game create` */
export const gameCreate = command(
  {
    slug: required('S'),
    name: required('N'),
    loaders: words('"a b"'),
    versions: words('"1 2"'),
  },
  async (ctx, game) => ({ game_id: await createGame(ctx, game), slug: game.slug }),
);

/** `category create` */
export const categoryCreate = command(
  { game: required('S'), slug: required('C'), name: required('N') },
  async (ctx, { game, slug, name }) => ({
    category_id: await createCategory(ctx, { gameSlug: game, slug, name }),
    slug,
  }),
);

/** `search reindex`: builds the search index anew from the mods. */
export const searchReindex = command({}, async (ctx) => {
  const indexed = await reindexAll(ctx.platform);
  const entry = { action: 'search.reindexed', targetKind: 'search', targetId: null };
  await audit(ctx.platform.db, ctx, { ...entry, data: { indexed } });
  return { indexed };
});
