import { read } from '../../api/client';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';

const LIST = graphql(`
  query AuditLog(
    $action: String
    $actorId: ID
    $targetId: ID
    $outcome: AuditOutcome
    $recordedAfter: DateTimeISO
    $recordedBefore: DateTimeISO
    $cursor: String
  ) {
    listAuditEntries(
      action: $action
      actorId: $actorId
      targetId: $targetId
      outcome: $outcome
      recordedAfter: $recordedAfter
      recordedBefore: $recordedBefore
      limit: 50
      cursor: $cursor
    ) {
      items {
        id
        recordedAt
        action
        outcome
        code
        actorId
        actorName
        credentialKind
        targetKind
        targetId
        data
        requestId
      }
      pagination {
        nextCursor
      }
    }
  }
`);

type AuditPage = ResultOf<typeof LIST>['listAuditEntries'];

/**
 * An entry of the audit log. `actorId` and `actorName` are null for operators, jobs and callers
 * without an account. `code` is the error code of a refused write; null for one that took effect.
 */
export type AuditEntry = AuditPage['items'][number];

/**
 * Reads a page of the audit log, the newest first. A missing or null filter matches every entry.
 * Throws a `Problem`.
 */
export async function readAudit(
  filter: Omit<VariablesOf<typeof LIST>, 'cursor'>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<AuditPage> {
  return (await read(LIST, { ...filter, cursor }, signal)).listAuditEntries;
}
