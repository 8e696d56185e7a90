import { read, write, writeNew } from '../../api/client';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';

const LIST = graphql(`
  query ManagedGames($cursor: String) {
    listManagedGames(limit: 25, cursor: $cursor) {
      items {
        id
        slug
        name
        loaders
        gameVersions
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const ONE = graphql(`
  query ManagedGame($id: ID!) {
    managedGame(id: $id) {
      id
      slug
      name
      loaders
      gameVersions
      platforms
      createdAt
      etag
      categories {
        id
        slug
        name
        etag
      }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateGame($input: CreateGameInput!) {
    createGame(input: $input) {
      id
    }
  }
`);

const UPDATE = graphql(`
  mutation UpdateGame($id: ID!, $input: UpdateGameInput!, $expectedEtag: String!) {
    updateGame(id: $id, input: $input, expectedEtag: $expectedEtag) {
      id
    }
  }
`);

const ADD_CATEGORY = graphql(`
  mutation CreateCategory($input: CreateCategoryInput!) {
    createCategory(input: $input) {
      id
    }
  }
`);

const RENAME_CATEGORY = graphql(`
  mutation RenameCategory($id: ID!, $name: String!, $expectedEtag: String!) {
    renameCategory(id: $id, name: $name, expectedEtag: $expectedEtag) {
      id
    }
  }
`);

type GamePage = ResultOf<typeof LIST>['listManagedGames'];

/** A game with its categories. Admins change both, after a recent second factor. */
export type ManagedGame = ResultOf<typeof ONE>['managedGame'];

/** A category of a game. */
export type ManagedCategory = ManagedGame['categories'][number];

/** Reads a page of the games, the newest first. Throws a `Problem`. */
export async function readGames(cursor: string | null, signal?: AbortSignal): Promise<GamePage> {
  return (await read(LIST, { cursor }, signal)).listManagedGames;
}

/** Reads one game. Throws a `Problem`. */
export async function readGame(id: string, signal?: AbortSignal): Promise<ManagedGame> {
  return (await read(ONE, { id }, signal)).managedGame;
}

/**
 * Creates a game and returns its id. Its slug is final, and no call deletes a game. Throws a
 * `Problem`.
 */
export async function createGame(input: VariablesOf<typeof CREATE>['input']): Promise<string> {
  return (await writeNew(CREATE, { input })).createGame.id;
}

/**
 * Changes a game. A loader or game version that a version of a mod declares cannot be removed.
 * Throws a `Problem`, such as `precondition_failed` if it no longer has the expected ETag.
 */
export async function updateGame(
  id: string,
  input: VariablesOf<typeof UPDATE>['input'],
  expectedEtag: string,
): Promise<void> {
  await write(UPDATE, { id, input, expectedEtag });
}

/**
 * Adds a category to a game. Its slug is final, and no call deletes a category. Throws a `Problem`.
 */
export async function addCategory(input: VariablesOf<typeof ADD_CATEGORY>['input']): Promise<void> {
  await writeNew(ADD_CATEGORY, { input });
}

/**
 * Renames a category. Throws a `Problem`, such as `precondition_failed` if it changed since the
 * user saw it.
 */
export async function renameCategory({ id, etag }: ManagedCategory, name: string): Promise<void> {
  await write(RENAME_CATEGORY, { id, name, expectedEtag: etag });
}
