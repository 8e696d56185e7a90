import { LIMITS } from '../../../../src/registry/limits';
import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const NAMES = graphql(`
  query ModNames($ids: [ID!]) {
    listMods(ids: $ids) {
      items {
        id
        title
        slug
      }
    }
  }
`);

const FIND = graphql(`
  query FindMods($q: String!, $game: String!) {
    searchCatalog(q: $q, gameSlug: $game, limit: 8) {
      items {
        id
        title
        slug
      }
    }
  }
`);

/** The id, the title and the slug of a published mod. */
export type NamedMod = ResultOf<typeof NAMES>['listMods']['items'][number];

/** Reads the names of published mods. The result omits ids of other mods. */
export async function readModNames(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly NamedMod[]> {
  const size = LIMITS.pageSizeMax;
  const pages = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    read(NAMES, { ids: ids.slice(at * size, (at + 1) * size) }, signal),
  );
  return (await Promise.all(pages)).flatMap(({ listMods }) => listMods.items);
}

/** Finds published mods of a game (its slug) by words, 8 at most. */
export async function findMods(
  q: string,
  game: string,
  signal: AbortSignal,
): Promise<readonly NamedMod[]> {
  return (await read(FIND, { q, game }, signal)).searchCatalog.items;
}
