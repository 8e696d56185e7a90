import { Client, fetchExchange, type OperationResult, type TypedDocumentNode } from '@urql/core';
import { pageLocale } from '../i18n';
import { OFFLINE, Problem, problemOf } from './problem';

/**
 * The client of `/graphql`. The browser adds its session. It adds `Origin` too, without which the
 * service accepts no request of a session. The loaders of the views hold the data, so there is no
 * cache.
 */
const client = new Client({
  url: '/graphql',
  fetch: fetchResult,
  exchanges: [fetchExchange],
  preferGetMethod: false,
  requestPolicy: 'network-only',
});

const WRITE_ATTEMPTS = 3;
const PAUSE_MILLISECONDS = 600;

/** Runs a query. Throws a `Problem`; aborts with the signal. */
export async function read<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  const fetchOptions = { headers: inOwnLanguage(), ...(signal ? { signal } : {}) };
  const result = await client.query(document, variables, { fetchOptions }).toPromise();
  signal?.throwIfAborted();
  return dataOf(result);
}

/**
 * Runs a mutation. If the connection breaks, it sends the same request again under the same
 * idempotency key, so the service runs the mutation once. Throws a `Problem`.
 */
export async function write<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const headers = {
    ...inOwnLanguage(),
    'Idempotency-Key': crypto.randomUUID(),
    // A mutation with a file is a form, which the service accepts only with this header.
    'Apollo-Require-Preflight': 'true',
  };
  for (let attempt = 1; ; attempt += 1) {
    const result = await client.mutation(document, variables, { fetchOptions: { headers } });
    try {
      return dataOf(result);
    } catch (error) {
      const isOffline = error instanceof Problem && error.code === OFFLINE;
      if (!isOffline || attempt === WRITE_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MILLISECONDS));
    }
  }
}

/**
 * Fetches a result. The service refuses some requests before it reads their operation, for example
 * after too many, and describes that in a problem document: it becomes the error of a result.
 */
async function fetchResult(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/problem+json')) return response;
  const document: unknown = await response.json();
  return Response.json({ errors: [{ message: response.statusText, extensions: document }] });
}

/** The service explains findings in the language of the page, which may not be that of the browser. */
function inOwnLanguage() {
  return { 'Accept-Language': pageLocale() };
}

function dataOf<Data>({ data, error }: Pick<OperationResult<Data>, 'data' | 'error'>): Data {
  if (error) throw problemOf(error);
  if (data === undefined || data === null) throw new Problem('no data', { code: OFFLINE });
  return data;
}
