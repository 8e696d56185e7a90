import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { readMod } from './mod-data';

const CATEGORIES = graphql(`
  query Categories($game: String!) {
    listCatalogCategories(gameSlug: $game, limit: 100) {
      items {
        slug
        name
      }
    }
  }
`);

/** A category of a game. */
export type Category = ResultOf<typeof CATEGORIES>['listCatalogCategories']['items'][number];

/**
 * Reads a mod for its game, and then the categories of that game, 100 at most. Throws a `Problem`.
 */
export async function readCategories(
  modId: string,
  signal: AbortSignal,
): Promise<readonly Category[]> {
  const { game } = await readMod(modId, signal);
  return (await read(CATEGORIES, { game: game.slug }, signal)).listCatalogCategories.items;
}
