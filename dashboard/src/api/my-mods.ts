import { gql } from '@urql/core';
import { read } from './client';
import { graphql, type ResultOf, type VariablesOf } from './graphql';

const MINE = graphql(`
  fragment Mine on MyResource {
    id
    role
    permissions
    mod {
      id
      slug
      title
      state
      gameName
      downloadsCount
      versionsCount
      updatedAt
      cover {
        url
        variants {
          url
          width
        }
      }
    }
  }
`);

const MY_MODS = graphql(
  `
    query MyMods(
      $search: String
      $state: ModState
      $role: TeamRole
      $sort: ResourceSort
      $limit: Int!
      $cursor: String
    ) {
      listMyResources(
        search: $search
        state: $state
        role: $role
        sort: $sort
        limit: $limit
        cursor: $cursor
      ) {
        items {
          ...Mine
        }
        pagination {
          nextCursor
        }
      }
      countMyResources(search: $search, state: $state, role: $role) {
        state
        count
      }
    }
  `,
  [MINE],
);

const MY_MOD = graphql(
  `
    query MyMod($id: ID!) {
      myResource(modId: $id) {
        ...Mine
      }
    }
  `,
  [MINE],
);

/** A mod of the user's teams, with the user's role and permissions. */
export type MyMod = ResultOf<typeof MINE>;

/** The filters, the order and the page (`limit`, `cursor`) of the list of the user's mods. */
export type MyModsFilter = VariablesOf<typeof MY_MODS>;

/**
 * One page of the user's mods, and how many mods match the filters in each state and in all. A
 * state without such mods is not in `counts`.
 */
export type MyMods = ResultOf<typeof MY_MODS>['listMyResources'] & {
  readonly counts: ResultOf<typeof MY_MODS>['countMyResources'];
  readonly total: number;
};

/** Reads one page of the mods of the user's teams. Throws a `Problem`. */
export async function readMyMods(filter: MyModsFilter, signal?: AbortSignal): Promise<MyMods> {
  const { listMyResources, countMyResources: counts } = await read(MY_MODS, filter, signal);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return { ...listMyResources, counts, total };
}

/** Reads one mod of the user's teams; null if the user is not in its team. Throws a `Problem`. */
export async function readMyMod(id: string, signal?: AbortSignal): Promise<MyMod | null> {
  return (await read(MY_MOD, { id }, signal)).myResource;
}

/** The largest number of ids in one request. Each id counts as a read. */
const MODS_AT_ONCE = 50;

/** The id, the texts and the state of a mod of the user's teams. */
type MyModName = Pick<MyMod['mod'], 'id' | 'slug' | 'title' | 'state'>;

/**
 * Reads the names of mods of the user's teams, with one request for each 50 ids. The result omits
 * ids of other mods. Throws a `Problem`.
 */
export async function readMyModNames(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly MyModName[]> {
  const all = [...new Set(ids)];
  const pages = Array.from({ length: Math.ceil(all.length / MODS_AT_ONCE) }, (_, at) =>
    readNamesOf(all.slice(at * MODS_AT_ONCE, (at + 1) * MODS_AT_ONCE), signal),
  );
  return (await Promise.all(pages)).flat();
}

/** No query takes several ids, so each id is a field with an alias. */
async function readNamesOf(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly MyModName[]> {
  const variables = Object.fromEntries(ids.map((id, at) => [`id${at}`, id]));
  const types = ids.map((_, at) => `$id${at}: ID!`).join(' ');
  const fields = ids.map(
    (_, at) => `mod${at}: myResource(modId: $id${at}) { mod { id slug title state } }`,
  );
  const query = gql<Record<string, { readonly mod: MyModName } | null>, Record<string, string>>(
    `query MyModNames(${types}) { ${fields.join(' ')} }`,
  );
  const found = await read(query, variables, signal);
  return Object.values(found).flatMap((it) => (typeof it === 'object' && it ? [it.mod] : []));
}
