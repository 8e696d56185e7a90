import { LIMITS } from '../../../../src/registry/limits';
import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { readMyMod } from '../../api/my-mods';

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
    listMyResources(search: $q, state: draft, limit: 8) {
      items {
        permissions
        mod {
          id
          title
          slug
          gameName
        }
      }
    }
  }
`);

/** The id, the title and the slug of a mod. */
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

/**
 * Reads the names of published mods and of the user's mods. The result omits ids of other mods,
 * such as a draft that only a colleague sees.
 */
export async function readTargetNames(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly NamedMod[]> {
  const published = await readModNames(ids, signal);
  const others = ids.filter((id) => published.every((mod) => mod.id !== id));
  const own = await Promise.all(others.map((id) => readMyMod(id, signal)));
  return [...published, ...own.flatMap((it) => it?.mod ?? [])];
}

/**
 * Finds mods of a game by words, 8 published ones at most. Before them come drafts whose versions
 * the user may write, found by a part of the title.
 */
export async function findMods(
  q: string,
  game: { readonly slug: string; readonly name: string },
  signal: AbortSignal,
): Promise<readonly NamedMod[]> {
  const { searchCatalog, listMyResources } = await read(FIND, { q, game: game.slug }, signal);
  const drafts = listMyResources.items
    .filter((it) => it.permissions.includes('versions') && it.mod.gameName === game.name)
    .map(({ mod }) => mod);
  return [...drafts, ...searchCatalog.items];
}
