import { read } from './client';
import { graphql, type ResultOf } from './graphql';

const CHANGES = graphql(`
  query ModChanges($modId: ID!, $versionId: ID, $since: String!) {
    listModChanges(modId: $modId, versionId: $versionId, since: $since) {
      at
      displayName
      isOwn
      fields
    }
  }
`);

/**
 * Reads the latest five changes of a mod, or of one of its versions (`versionId`), after the
 * revision of an ETag (`since`), the newest first. A change names its fields and its author:
 * `displayName` is null for a deleted account, and `isOwn` means this user. Throws a `Problem`.
 */
export async function readChanges(
  modId: string,
  versionId: string | null,
  since: string,
): Promise<ResultOf<typeof CHANGES>['listModChanges']> {
  return (await read(CHANGES, { modId, versionId, since })).listModChanges;
}
