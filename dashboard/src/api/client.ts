import {
  Client,
  createRequest,
  fetchExchange,
  type OperationResult,
  type OperationResultSource,
  stringifyDocument,
  type TypedDocumentNode,
} from '@urql/core';
import { graphql } from './graphql';
import { hasOtherUser, pageHeaders, pageUserId, setOtherUser } from './page-user';
import { hasCode, IN_PROGRESS, OFFLINE, OTHER_USER, Problem, problemOf } from './problem';
import { forgetKeys, underKey } from './write-keys';

/**
 * The client of `/graphql`. The browser adds the session cookie. It adds `Origin` too, because the
 * service accepts no session cookie without it. The loaders of the views hold the data, so the
 * client keeps no cache.
 */
const client = new Client({
  url: '/graphql',
  fetch: fetchResult,
  exchanges: [fetchExchange],
  preferGetMethod: false,
  requestPolicy: 'network-only',
});

const WRITE_ATTEMPTS = 3;
/** The pause after attempt 1 of a write if the service names none; twice that after attempt 2. */
const PAUSE_MILLISECONDS = 600;

/** The number of queries so far. */
let reads = 0;

/**
 * Runs a query with one request. Throws a `Problem`, or the reason of the signal if that is aborted
 * before the response arrives.
 */
export async function read<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  // With equal keys, a read after a write could get the response to a read before it.
  const request = { ...createRequest(document, variables), key: ++reads };
  const query = client.executeQuery(request, { fetchOptions: { headers: pageHeaders() } });
  return dataOf(await resultOf(query, signal));
}

/**
 * Runs a mutation under a new idempotency key. Sends the same request up to three times: again
 * after a response without a code or none at all, and while an earlier attempt still runs. All
 * attempts have the same key, so the service runs the mutation once. A success ends the kept keys
 * of `writeNew` (`forgetKeys`). Throws a `Problem`.
 */
export async function write<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const data = await writeWithKey(document, variables, crypto.randomUUID());
  forgetKeys();
  return data;
}

/**
 * Runs a mutation like `write`, for one that creates an object. After a failure, the next call with
 * the same variables keeps the key, so that a second click creates no second object (`underKey`).
 * Throws a `Problem`.
 */
export function writeNew<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return underKey(stringifyDocument(document), variables, (key) =>
    writeWithKey(document, variables, key),
  );
}

/**
 * Runs a mutation like `write`, but under the given idempotency key, and without `forgetKeys`. Of
 * several calls with the same key, only one takes effect. Throws a `Problem`.
 */
export async function writeWithKey<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  key: string,
): Promise<Data> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeOnce(document, variables, key);
    } catch (error) {
      if (!hasCode(error, OFFLINE, IN_PROGRESS) || attempt === WRITE_ATTEMPTS) throw error;
      const seconds = error.retryAfterSeconds;
      const wait = seconds === null ? attempt * PAUSE_MILLISECONDS : seconds * 1000;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/**
 * Runs a mutation with one request, under a new key unless the caller passes one. Mutations that
 * sign addresses need this: the service stores no response with signed addresses, so a repetition
 * under the same key would not get them. Throws a `Problem`.
 */
export async function writeOnce<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  key: string = crypto.randomUUID(),
): Promise<Data> {
  const headers = {
    ...pageHeaders(),
    'Idempotency-Key': key,
    // A mutation with a file is a form, which the service accepts only with this header.
    'Apollo-Require-Preflight': 'true',
  };
  return dataOf(await client.mutation(document, variables, { fetchOptions: { headers } }));
}

/**
 * Fetches a GraphQL response. A refusal before the service reads the operation, as over a rate
 * limit, is a problem document. This function turns it into a GraphQL response with one error.
 */
async function fetchResult(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/problem+json')) return response;
  const document: unknown = await response.json();
  return Response.json({ errors: [{ message: response.statusText, extensions: document }] });
}

/**
 * Waits for the result of a query. Unsubscribes on an abort, so that urql cancels its request: urql
 * ignores a signal in `fetchOptions`.
 */
async function resultOf<Result extends OperationResult>(
  query: OperationResultSource<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  let leave = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      const { unsubscribe } = query.subscribe(resolve);
      signal?.addEventListener('abort', abort);
      leave = () => {
        signal?.removeEventListener('abort', abort);
        unsubscribe();
      };
    });
  } finally {
    leave();
  }
}

/** The data of a result. Throws a `Problem`; its code is `OFFLINE` without data and error. */
async function dataOf<Data>({
  data,
  error,
}: Pick<OperationResult<Data>, 'data' | 'error'>): Promise<Data> {
  if (error) throw await explained(problemOf(error));
  if (data === undefined || data === null) throw new Problem('no data', { code: OFFLINE });
  setOtherUser(false);
  return data;
}

const SIGNED_IN = graphql(`
  query SignedIn {
    getMe {
      user {
        id
        username
      }
    }
  }
`);

/**
 * Reads the signed-in user with one request, without the header that names the user of the page.
 * Returns the username if it is another user than that of the page, and sets `hasOtherUser`.
 * Returns null for the same user. Also returns null, and sets nothing, if the page names no user or
 * the service returns none. Throws nothing.
 */
export async function readOtherUser(): Promise<string | null> {
  if (pageUserId() === '') return null;
  const { data } = await client.query(SIGNED_IN, {});
  const user = data?.getMe.user;
  if (!user) return null;
  setOtherUser(user.id !== pageUserId());
  return hasOtherUser() ? user.username : null;
}

/**
 * The problem, or `OTHER_USER` if the reason of a `forbidden` is that another user is signed in.
 */
async function explained(problem: Problem): Promise<Problem> {
  const name = problem.code === 'forbidden' ? await readOtherUser() : null;
  if (name === null) return problem;
  return new Problem(problem.message, { code: OTHER_USER, detail: name });
}
