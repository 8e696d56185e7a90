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
 * Reads the latest five edits of the fields of a mod, or of one of its versions unless `versionId`
 * is null, the newest first. `since` is an ETag of the same mod or version: only later edits count,
 * and none for another ETag. `displayName` of the author is null for a deleted account, and `isOwn`
 * means this user. Throws a `Problem`.
 */
export async function readChanges(
  modId: string,
  versionId: string | null,
  since: string,
): Promise<ResultOf<typeof CHANGES>['listModChanges']> {
  return (await read(CHANGES, { modId, versionId, since })).listModChanges;
}
