import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { hasCode } from '../../api/problem';

const ENTITLED = graphql(`
  query Entitled($modId: ID!, $cursor: String) {
    listModEntitlements(modId: $modId, limit: 25, cursor: $cursor) {
      items {
        id
        username
        filename
        expiresAt
        createdAt
      }
      pagination {
        nextCursor
      }
    }
  }
`);

/**
 * One page of the rights to a mod or to one of its files that are valid now, each with its user. A
 * user can have several. Subscribers are not listed. A null `filename` means all files of the mod.
 */
export type EntitledPage = ResultOf<typeof ENTITLED>['listModEntitlements'];

/**
 * Reads a page of the rights to a mod, the newest first. For owners of the mod. Throws a `Problem`.
 */
export async function readEntitled(
  variables: { readonly modId: string; readonly cursor?: string },
  signal?: AbortSignal,
): Promise<EntitledPage> {
  return (await read(ENTITLED, variables, signal)).listModEntitlements;
}

/**
 * Handles an error of `readEntitled`: null if the user's role may not read. Throws others again.
 */
export function nullIfDenied(error: unknown): null {
  if (hasCode(error, 'team_role_denied')) return null;
  throw error;
}
