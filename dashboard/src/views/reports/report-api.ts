import { read, write } from '../../api/client';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';

const REPORT = graphql(`
  fragment Report on ModReport {
    id
    modId
    modTitle
    modSlug
    reason
    state
    text
    createdAt
    etag
    waitingSince
    reporter {
      username
    }
    statement
    decidedAt
    decidedBy {
      id
      username
    }
    appeal
    appealStatement
    appealDecidedAt
    appealDecidedBy {
      username
    }
  }
`);

const LIST = graphql(
  `
    query Reports($state: ReportState, $reason: ReportReason, $modId: ID, $cursor: String) {
      listModReports(state: $state, reason: $reason, modId: $modId, limit: 25, cursor: $cursor) {
        items {
          ...Report
        }
        pagination {
          nextCursor
        }
      }
    }
  `,
  [REPORT],
);

const READ = graphql(
  `
    query Report($id: ID!) {
      modReport(id: $id) {
        ...Report
      }
    }
  `,
  [REPORT],
);

const DECIDE = graphql(`
  mutation DecideReport($id: ID!, $etag: String!, $uphold: Boolean!, $statement: String!) {
    decideModReport(id: $id, expectedEtag: $etag, uphold: $uphold, statement: $statement) {
      id
    }
  }
`);

/** One page of the queue. */
type ReportPage = ResultOf<typeof LIST>['listModReports'];

/** A report of a mod. */
export type Report = ReportPage['items'][number];

/** The filters of the queue. */
type ReportFilter = Omit<VariablesOf<typeof LIST>, 'cursor'>;

/**
 * Reads a page of the queue, the longest wait first, without reports of the moderator's own mods. A
 * null reason or mod matches every report; a null state means `open`. Throws a `Problem`.
 */
export async function readReports(
  filter: ReportFilter,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ReportPage> {
  return (await read(LIST, { ...filter, cursor }, signal)).listModReports;
}

/** Reads one report. Throws a `Problem`. */
export async function readReport(id: string, signal?: AbortSignal): Promise<Report> {
  return (await read(READ, { id }, signal)).modReport;
}

/**
 * Decides whether a report is right (`uphold`). After an appeal, true confirms the first
 * decision, and false overturns it. Owners and maintainers of the mod can read the statement,
 * unless the first decision dismisses the report. The mod itself does not change. The service sends
 * the mails that `decisionTexts` describes. Throws a `Problem`: `precondition_failed` if the reporter
 * has changed the report since it was read.
 */
export async function decideReport(
  { id, etag }: Pick<Report, 'id' | 'etag'>,
  uphold: boolean,
  statement: string,
): Promise<void> {
  await write(DECIDE, { id, etag, uphold, statement });
}
