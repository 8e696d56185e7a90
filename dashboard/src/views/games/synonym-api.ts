import { read, write, writeNew } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const LIST = graphql(`
  query SynonymGroups($gameSlug: String!, $cursor: String) {
    listSynonymGroups(gameSlug: $gameSlug, limit: 25, cursor: $cursor) {
      items {
        id
        terms
        etag
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const ADD = graphql(`
  mutation AddSynonyms($input: SynonymGroupInput!) {
    addSynonymGroup(input: $input) {
      id
    }
  }
`);

const CHANGE = graphql(`
  mutation ChangeSynonyms($id: ID!, $terms: [String!]!, $expectedEtag: String!) {
    updateSynonymGroup(id: $id, terms: $terms, expectedEtag: $expectedEtag) {
      id
    }
  }
`);

const REMOVE = graphql(`
  mutation RemoveSynonyms($id: ID!) {
    removeSynonymGroup(id: $id) {
      id
    }
  }
`);

type SynonymPage = ResultOf<typeof LIST>['listSynonymGroups'];

/**
 * Terms that mean the same in searches of a game. Admins change them after a recent second factor.
 */
export type SynonymGroup = SynonymPage['items'][number];

/**
 * Reads a page of the groups of one game, the newest first. Omits groups for all games. Throws a
 * `Problem`.
 */
export async function readSynonyms(
  gameSlug: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<SynonymPage> {
  return (await read(LIST, { gameSlug, cursor }, signal)).listSynonymGroups;
}

/** Adds a group to a game. Throws a `Problem`. */
export async function addSynonyms(gameSlug: string, terms: string[]): Promise<void> {
  await writeNew(ADD, { input: { gameSlug, terms } });
}

/**
 * Replaces the terms. Throws a `Problem`, such as `precondition_failed` if the group changed since
 * the user saw it.
 */
export async function changeSynonyms({ id, etag }: SynonymGroup, terms: string[]): Promise<void> {
  await write(CHANGE, { id, terms, expectedEtag: etag });
}

/** Deletes a group. Throws a `Problem`. */
export async function removeSynonyms(id: string): Promise<void> {
  await write(REMOVE, { id });
}
