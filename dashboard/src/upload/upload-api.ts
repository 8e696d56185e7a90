import { LIFECYCLES } from '../../../src/registry/states';
import { read, write, writeOnce } from '../api/client';
import { graphql, type ResultOf } from '../api/graphql';
import { hasCode, REPLAY_UNAVAILABLE } from '../api/problem';

const SESSION = graphql(`
  fragment Session on UploadSession {
    id
    modId
    versionId
    artifactId
    filename
    fileKind
    sizeBytes
    strategy
    lifecycleStatus
    createdAt
    expiresAt
    supersededBy
    progress {
      available
      percent
      uploadedBytes
      totalParts
      completedParts {
        partNumber
        etag
        sizeBytes
      }
    }
    failure {
      code
      state
      retryable
      detail
    }
    findings {
      code
      path
      found
      why
      fix
    }
    review {
      state
      publicNote
      rejectionReason
      position
    }
    job {
      status
      active
    }
  }
`);

const CREATE = graphql(
  `
    mutation CreateUpload($input: UploadInput!) {
      createUploadSession(input: $input) {
        ...Session
      }
    }
  `,
  [SESSION],
);

const READ = graphql(
  `
    query Upload($id: ID!) {
      getUploadSession(id: $id) {
        ...Session
      }
    }
  `,
  [SESSION],
);

const LIST = graphql(
  `
    query Uploads($versionId: ID!, $statuses: [UploadState!]!, $cursor: String) {
      listUploadSessions(versionId: $versionId, statuses: $statuses, limit: 100, cursor: $cursor) {
        items {
          ...Session
        }
        pagination {
          nextCursor
        }
      }
    }
  `,
  [SESSION],
);

const RENEW = graphql(`
  mutation RenewUpload($id: ID!) {
    renewUploadSession(id: $id) {
      upload {
        url
        headers
        partSizeBytes
      }
    }
  }
`);

const SIGN = graphql(`
  mutation SignPart($id: ID!, $partNumbers: [Int!]!) {
    signUploadParts(id: $id, partNumbers: $partNumbers) {
      parts {
        partNumber
        url
        headers
      }
    }
  }
`);

const COMPLETE = graphql(`
  mutation CompleteUpload($id: ID!, $input: CompleteUploadInput!) {
    completeUploadSession(id: $id, input: $input) {
      id
    }
  }
`);

const ABORT = graphql(`
  mutation AbortUpload($id: ID!) {
    abortUploadSession(id: $id) {
      id
    }
  }
`);

const REMOVE = graphql(`
  mutation RemoveFile($id: ID!) {
    removeUploadedFile(id: $id) {
      id
    }
  }
`);

/** The upload of one file, as the service knows it. */
export type Session = ResultOf<typeof READ>['getUploadSession'];

/**
 * The facts for sending: `url` and `headers` of the only PUT of a file in one piece, or
 * `partSizeBytes` of one in parts (`signPart`).
 */
export type UploadAddresses = NonNullable<ResultOf<typeof RENEW>['renewUploadSession']['upload']>;

/** A signed URL of the object store for one PUT, with the headers that the PUT must have. */
export interface SignedPut {
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The file of a new upload. `sha256` is in lower-case hex. */
export interface UploadDeclaration {
  readonly modId: string;
  readonly versionId: string;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly fileKind: 'main' | 'optional';
}

/**
 * Reserves an upload. A repetition with the same key returns the same upload, or throws
 * `REPLAY_UNAVAILABLE`. The result has no signed addresses (`renewUpload`), because the service
 * stores no response with them. Throws a `Problem`.
 */
export async function createUpload(file: UploadDeclaration, key: string): Promise<Session> {
  const { sha256, ...rest } = file;
  const input = { ...rest, expectedHashes: { sha256 } };
  return (await writeOnce(CREATE, { input }, key)).createUploadSession;
}

/** Reads an upload. Throws a `Problem`. */
export async function readUpload(id: string, signal?: AbortSignal): Promise<Session> {
  return (await read(READ, { id }, signal)).getUploadSession;
}

/**
 * Signs the address of a file in one piece, or reads the part size of one in parts. Null if the
 * upload accepts no more bytes, for example after its expiry. Throws a `Problem`.
 */
export async function renewUpload(id: string): Promise<UploadAddresses | null> {
  return (await writeOnce(RENEW, { id })).renewUploadSession.upload;
}

/** Signs the address of one part; null if the service returns no such part. Throws a `Problem`. */
export async function signPart(id: string, partNumber: number): Promise<SignedPut | null> {
  const signed = await writeOnce(SIGN, { id, partNumbers: [partNumber] });
  return signed.signUploadParts.parts.find((part) => part.partNumber === partNumber) ?? null;
}

/**
 * Ends the sending, so that the checks begin. `parts` is null for a file in one piece. Calls with
 * the same key complete the upload once. Throws a `Problem`.
 */
export async function completeUpload(
  id: string,
  parts: readonly { readonly partNumber: number; readonly etag: string }[] | null,
  key: string,
): Promise<void> {
  const input = parts === null ? {} : { parts: [...parts] };
  try {
    await writeOnce(COMPLETE, { id, input }, key);
  } catch (error) {
    if (!hasCode(error, REPLAY_UNAVAILABLE)) throw error;
  }
}

/** Ends an upload for good. Throws a `Problem`. */
export async function abortUpload(id: string): Promise<void> {
  await write(ABORT, { id });
}

/**
 * Removes the accepted optional file of an upload from its unpublished version. Throws a `Problem`.
 */
export async function removeFile(id: string): Promise<void> {
  await write(REMOVE, { id });
}

/**
 * Reads the newest uploads of a version, at most 500, without cancelled and superseded ones. Failed
 * and published ones are among them. Throws a `Problem`.
 */
export async function readUploadsOf(
  versionId: string,
  signal?: AbortSignal,
): Promise<readonly Session[]> {
  const found: Session[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { listUploadSessions }: ResultOf<typeof LIST> = await read(
      LIST,
      { versionId, statuses: [...COUNTED], cursor },
      signal,
    );
    found.push(...listUploadSessions.items);
    cursor = listUploadSessions.pagination.nextCursor;
    if (cursor === null) break;
  }
  return found.filter((it) => it.supersededBy === null);
}

/** The states of the uploads that `readUploadsOf` returns. */
const COUNTED = LIFECYCLES.uploadSession.states.filter((state) => state !== 'cancelled');

const PAGES_MAX = 5;
