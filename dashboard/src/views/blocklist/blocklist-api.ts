import { read, write } from '../../api/client';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';

const LIST = graphql(`
  query Blocklist($sha256: String, $includeRemoved: Boolean, $cursor: String) {
    listBlockedHashes(
      sha256: $sha256
      includeRemoved: $includeRemoved
      limit: 25
      cursor: $cursor
    ) {
      items {
        id
        name
        sha256
        sizeBytes
        note
        createdAt
        removedAt
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const ADD = graphql(`
  mutation BlockBytes($input: BlockHashInput!) {
    blockHash(input: $input) {
      id
    }
  }
`);

const REMOVE = graphql(`
  mutation UnblockBytes($id: ID!) {
    unblockHash(id: $id) {
      id
    }
  }
`);

type BlocklistPage = ResultOf<typeof LIST>['listBlockedHashes'];

/** An entry of the blocklist. Admins add and remove entries after a recent second factor. */
export type BlockedHash = BlocklistPage['items'][number];

/** Reads a page of the blocklist, the newest first. Throws a `Problem`. */
export async function readBlocklist(
  filter: Omit<VariablesOf<typeof LIST>, 'cursor'>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<BlocklistPage> {
  return (await read(LIST, { ...filter, cursor }, signal)).listBlockedHashes;
}

/**
 * Adds bytes to the blocklist. Stored files with these bytes become unsafe at once. Without their
 * size, the service compares only whole uploads, not the files inside archives. Throws a `Problem`.
 */
export async function addHash(input: VariablesOf<typeof ADD>['input']): Promise<void> {
  await write(ADD, { input });
}

/**
 * Removes an entry. Its row stays, with `removedAt`. Files that were found unsafe stay unsafe.
 * Throws a `Problem`.
 */
export async function removeHash(id: string): Promise<void> {
  await write(REMOVE, { id });
}
