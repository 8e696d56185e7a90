import { read, write } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const LIST = graphql(`
  query AppsUnderReview($cursor: String) {
    appsUnderReview(limit: 25, cursor: $cursor) {
      items {
        id
        name
        kind
        unreviewedScopes
        updatedAt
        owner {
          username
        }
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const ONE = graphql(`
  query ReviewedApp($id: ID!) {
    app(id: $id) {
      id
      clientId
      name
      kind
      redirectUris
      scopes
      approvedScopes
      unreviewedScopes
      review
      reviewNote
      reviewedAt
      disabledAt
      createdAt
      etag
      owner {
        id
        username
      }
    }
  }
`);

const DECIDE = graphql(`
  mutation ReviewApp($id: ID!, $input: ReviewAppInput!, $expectedEtag: String!) {
    reviewApp(id: $id, input: $input, expectedEtag: $expectedEtag) {
      id
    }
  }
`);

const DISABLE = graphql(`
  mutation DisableApp($id: ID!) {
    disableApp(id: $id) {
      id
    }
  }
`);

const ENABLE = graphql(`
  mutation EnableApp($id: ID!) {
    enableApp(id: $id) {
      id
    }
  }
`);

type AppPage = ResultOf<typeof LIST>['appsUnderReview'];

/**
 * An application with what its review needs. Admins change only applications of others, after a
 * recent second factor.
 */
export type Application = ResultOf<typeof ONE>['app'];

/** Reads a page of the applications under review, the oldest first. Throws a `Problem`. */
export async function readApplications(
  cursor: string | null,
  signal?: AbortSignal,
): Promise<AppPage> {
  return (await read(LIST, { cursor }, signal)).appsUnderReview;
}

/** Reads one application. Throws a `Problem`. */
export async function readApplication(id: string, signal?: AbortSignal): Promise<Application> {
  return (await read(ONE, { id }, signal)).app;
}

/**
 * The decision of a review. The note goes to the owner, and a rejection needs one. An approval
 * needs at least one scope; a rejection ignores the scopes.
 */
export interface Decision {
  readonly decision: 'approve' | 'reject';
  readonly note: string;
  readonly approvedScopes: readonly string[];
}

/**
 * Decides about an application under review. Throws a `Problem`, such as `precondition_failed` if
 * it changed since the user saw it.
 */
export async function decide({ id, etag }: Application, given: Decision): Promise<void> {
  const { decision, note, approvedScopes } = given;
  const input = {
    decision,
    note: note.trim() || null,
    approvedScopes: decision === 'approve' ? [...approvedScopes] : null,
  };
  await write(DECIDE, { id, input, expectedEtag: etag });
}

/**
 * Disables an application, or enables it again. All requests of a disabled one fail at once, and
 * its webhooks are disabled too. Throws a `Problem`.
 */
export async function setEnabled(id: string, isEnabled: boolean): Promise<void> {
  await (isEnabled ? write(ENABLE, { id }) : write(DISABLE, { id }));
}
