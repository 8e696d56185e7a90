import { read, write, writeNew } from '../../api/client';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';

const QUEUE = graphql(`
  query ReviewQueue($state: ReviewState, $reason: String, $cursor: String) {
    listUploadReviews(state: $state, reason: $reason, limit: 25, cursor: $cursor) {
      items {
        id
        state
        reasons
        since
        modTitle
        version
        filename
        sizeBytes
        creator {
          username
        }
        holder {
          id
          username
        }
        decidedAt
        decidedBy {
          username
        }
      }
      pagination {
        nextCursor
      }
    }
  }
`);

const ENTRY = graphql(`
  query ReviewEntry($id: ID!) {
    uploadReviewEntry(id: $id) {
      id
      state
      reasons
      since
      modId
      modTitle
      versionId
      version
      filename
      fileKind
      sizeBytes
      expectedSha256
      scan
      creator {
        username
      }
      holder {
        id
        username
      }
      heldUntil
      decidedBy {
        username
      }
      decidedAt
      publicNote
      rejectionReason
      supportCorrelationId
      findings {
        code
        path
        found
        why
        fix
      }
      notes {
        id
        text
        createdAt
        author {
          username
        }
      }
    }
    uploadReviewContents(id: $id) {
      count
      isComplete
      previous {
        version
      }
      files {
        path
        sizeBytes
        sha256
        change
      }
    }
  }
`);

const CLAIM = graphql(`
  mutation ClaimReview($id: ID!, $takeOver: Boolean!) {
    claimUploadReview(id: $id, takeOver: $takeOver) {
      id
    }
  }
`);

const RELEASE = graphql(`
  mutation ReleaseReview($id: ID!) {
    releaseUploadReview(id: $id) {
      id
    }
  }
`);

const NOTE = graphql(`
  mutation NoteReview($id: ID!, $text: String!) {
    noteUploadReview(id: $id, text: $text) {
      id
    }
  }
`);

const APPROVE = graphql(`
  mutation ApproveUpload($id: ID!, $note: String, $publicNote: String) {
    approveUpload(id: $id, note: $note, publicNote: $publicNote) {
      id
    }
  }
`);

const REJECT = graphql(`
  mutation RejectUpload(
    $id: ID!
    $note: String
    $publicNote: String
    $reason: RejectionReason
  ) {
    rejectUpload(id: $id, note: $note, publicNote: $publicNote, reason: $reason) {
      id
    }
  }
`);

/** One page of the queue. */
export type QueuePage = ResultOf<typeof QUEUE>['listUploadReviews'];

/** An upload that waits for its review, or whose review has ended. */
export type QueueItem = QueuePage['items'][number];

/** An upload that is or was under review, with everything that a decision needs. */
export type ReviewEntry = ResultOf<typeof ENTRY>['uploadReviewEntry'];

/** The files of an upload, compared with the previous version; null if no scan has listed them. */
export type Contents = ResultOf<typeof ENTRY>['uploadReviewContents'];

/** A file of an archive under review, or a `removed` file of the previous version. */
export type ReviewedFile = NonNullable<Contents>['files'][number];

/** The code of the reason for which a moderator rejects an upload. */
export type RejectionReason = NonNullable<VariablesOf<typeof REJECT>['reason']>;

/** The filters of the queue. */
export type QueueFilter = Omit<VariablesOf<typeof QUEUE>, 'cursor'>;

/** The notes of a decision: `note` for moderators, `publicNote` for the uploader. */
interface Notes {
  readonly note: string | null;
  readonly publicNote: string | null;
}

/**
 * Reads a page of the queue, the longest wait first. A null reason matches every upload; a null
 * state means `pending`. Throws a `Problem`.
 */
export async function readQueue(
  filter: QueueFilter,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<QueuePage> {
  return (await read(QUEUE, { ...filter, cursor }, signal)).listUploadReviews;
}

/** Reads an upload that is or was under review, with its files. Throws a `Problem`. */
export async function readEntry(id: string, signal?: AbortSignal) {
  const { uploadReviewEntry: entry, uploadReviewContents: contents } = await read(
    ENTRY,
    { id },
    signal,
  );
  return { entry, contents };
}

/**
 * Claims an upload. Until the claim expires, no other moderator can decide; a decision needs no
 * claim. Admins may take over another's claim. A moderator who is involved with the mod can only
 * read. Throws a `Problem`.
 */
export async function claim(id: string, takeOver: boolean): Promise<void> {
  await write(CLAIM, { id, takeOver });
}

/** Releases the moderator's own claim. Throws a `Problem`. */
export async function release(id: string): Promise<void> {
  await write(RELEASE, { id });
}

/** Adds a note that only moderators read. Throws a `Problem`. */
export async function addNote(id: string, text: string): Promise<void> {
  await writeNew(NOTE, { id, text });
}

/** Approves an upload for good, so that its file can be published. Throws a `Problem`. */
export async function approve(id: string, notes: Notes): Promise<void> {
  await write(APPROVE, { id, ...notes });
}

/**
 * Rejects an upload for good. Its bytes are removed, but they may be uploaded again. Throws a
 * `Problem`.
 */
export async function reject(
  id: string,
  decision: Notes & { readonly reason: RejectionReason | null },
): Promise<void> {
  await write(REJECT, { id, ...decision });
}
