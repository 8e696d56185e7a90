import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const HISTORY = graphql(`
  query ModHistory($modId: ID!, $cursor: String) {
    listModHistory(modId: $modId, limit: 50, cursor: $cursor) {
      items {
        id
        recordedAt
        action
        actorName
        versionId
        version
        fileName
        memberName
        role
        fields
      }
      pagination {
        nextCursor
      }
    }
  }
`);

type HistoryPage = ResultOf<typeof HISTORY>['listModHistory'];

/**
 * A line of the history of a mod: one change. Members that do not apply to its `action` are null or
 * empty. `actorName` is null for staff, jobs and deleted accounts.
 */
export type HistoryEntry = HistoryPage['items'][number];

/**
 * Reads a page of the history of a mod, the newest first: the first one if `cursor` is null. Throws
 * a `Problem`.
 */
export async function readHistory(
  modId: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  return (await read(HISTORY, { modId, cursor }, signal)).listModHistory;
}
