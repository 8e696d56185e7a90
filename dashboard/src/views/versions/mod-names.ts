import { LIMITS } from '../../../../src/registry/limits';
import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { readMyModNames } from '../../api/my-mods';

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

const FIND_DRAFTS = graphql(`
  query FindDrafts($q: String!, $limit: Int!, $cursor: String) {
    listMyResources(search: $q, state: draft, limit: $limit, cursor: $cursor) {
      items {
        permissions
        mod {
          id
          title
          slug
          gameName
        }
      }
      pagination {
        nextCursor
      }
    }
  }
`);

/** The most drafts that a search shows. */
const DRAFTS_SHOWN = 8;

/** The id, the title and the slug of a mod. */
export type NamedMod = ResultOf<typeof NAMES>['listMods']['items'][number];

/** Reads the names of published mods. The result omits ids of other mods. Throws a `Problem`. */
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
 * such as a draft that only a colleague sees, and the user's mods if their read fails. Throws a
 * `Problem`.
 */
export async function readTargetNames(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly NamedMod[]> {
  const published = await readModNames(ids, signal);
  const own = await readMyModNames(without(ids, published), signal).catch(() => {
    signal?.throwIfAborted();
    return [];
  });
  return [...published, ...own];
}

/**
 * Returns those of the given ids that are drafts of the user's teams. No plan can install a draft.
 * Throws a `Problem`.
 */
export async function readOwnDrafts(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const others = without(ids, await readModNames(ids, signal));
  const own = await readMyModNames(others, signal);
  return own.filter(({ state }) => state === 'draft').map(({ id }) => id);
}

/** The given ids without those of `mods`. */
function without(ids: readonly string[], mods: readonly NamedMod[]): readonly string[] {
  return ids.filter((id) => mods.every((mod) => mod.id !== id));
}

/**
 * Finds mods of a game by words, 8 published ones at most. Before them come up to 8 drafts whose
 * versions the user may write, found by a part of the title. Throws a `Problem`.
 */
export async function findMods(
  q: string,
  game: { readonly slug: string; readonly name: string },
  signal: AbortSignal,
): Promise<readonly NamedMod[]> {
  const [drafts, { searchCatalog }] = await Promise.all([
    findDrafts(q, game.name, signal),
    read(FIND, { q, game: game.slug }, signal),
  ]);
  return [...drafts, ...searchCatalog.items];
}

type DraftPage = ResultOf<typeof FIND_DRAFTS>['listMyResources'];

/**
 * Reads further pages until there are enough drafts, because the service filters these mods neither
 * by game nor by permission.
 */
async function findDrafts(q: string, gameName: string, signal: AbortSignal): Promise<NamedMod[]> {
  const found: NamedMod[] = [];
  let cursor: string | null = null;
  do {
    const page: DraftPage = await readDrafts(q, cursor, signal);
    for (const { permissions, mod } of page.items) {
      if (permissions.includes('versions') && mod.gameName === gameName) found.push(mod);
    }
    cursor = page.pagination.nextCursor;
  } while (cursor !== null && found.length < DRAFTS_SHOWN);
  return found.slice(0, DRAFTS_SHOWN);
}

async function readDrafts(
  q: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<DraftPage> {
  const variables = { q, limit: LIMITS.pageSizeMax, cursor };
  return (await read(FIND_DRAFTS, variables, signal)).listMyResources;
}
