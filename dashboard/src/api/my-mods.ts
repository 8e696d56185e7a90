import { read } from './client';
import { graphql, type ResultOf } from './graphql';

const MY_MODS = graphql(`
  query MyMods($cursor: String) {
    listMyResources(limit: 100, cursor: $cursor) {
      items {
        id
        role
        permissions
        mod {
          id
          slug
          title
          state
        }
      }
      pagination {
        nextCursor
      }
    }
  }
`);

/** A mod of the user's teams, with the user's role and permissions. */
export type MyMod = ResultOf<typeof MY_MODS>['listMyResources']['items'][number];

/** Reads all mods of the user's teams, the latest membership first. */
export async function readMyMods(signal?: AbortSignal): Promise<readonly MyMod[]> {
  const mods: MyMod[] = [];
  let cursor: string | null = null;
  do {
    const page: ResultOf<typeof MY_MODS> = await read(MY_MODS, { cursor }, signal);
    mods.push(...page.listMyResources.items);
    cursor = page.listMyResources.pagination.nextCursor;
  } while (cursor !== null);
  return mods;
}
