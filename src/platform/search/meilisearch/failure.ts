import {
  MeilisearchApiError,
  MeilisearchRequestError,
  MeilisearchRequestTimeOutError,
} from 'meilisearch';
import { traceCall } from '../../tracing/in-span.js';

/**
 * Meilisearch failed or refused a request. The message has the reason, and neither the key nor
 * documents.
 */
export class MeiliFailure extends Error {
  override name = 'MeiliFailure';

  constructor(
    message: string,
    /** Whether other requests would fail as well. */
    readonly isOutage: boolean,
    /** The code of a Meilisearch error; null for errors of the connection. */
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** Meilisearch did not answer a request in time. Other requests may be faster. */
export class MeiliTimeout extends MeiliFailure {
  constructor(message: string) {
    super(message, true);
  }
}

/** The result of a request; null if its index does not exist. Throws MeiliFailure. */
export async function unlessMissing<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await withMeiliFailure(request);
  } catch (error) {
    if (error instanceof MeiliFailure && error.code === INDEX_NOT_FOUND) return null;
    throw error;
  }
}

/** The code of Meilisearch for a missing index: with status 400 for a search, else with 404. */
const INDEX_NOT_FOUND = 'index_not_found';

/**
 * Statuses that blame the request, except for a missing index. Other ones, and other errors, are
 * those of the server.
 */
const BAD_REQUESTS = new Set([400, 413, 415, 422]);

/**
 * The result of a request. Throws MeiliFailure instead of errors of the client, which contain the
 * whole request.
 */
export async function withMeiliFailure<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await traceCall('meilisearch', { 'db.system.name': 'meilisearch' }, request);
  } catch (error) {
    if (error instanceof MeiliFailure) throw error;
    throw failureOf(error);
  }
}

function failureOf(error: unknown): MeiliFailure {
  if (error instanceof MeilisearchApiError) {
    const { status } = error.response;
    const code = error.cause?.code ?? null;
    const isOutage = code === INDEX_NOT_FOUND || !BAD_REQUESTS.has(status);
    return new MeiliFailure(`${status} ${code ?? ''}`.trim(), isOutage, code);
  }
  const cause = error instanceof MeilisearchRequestError ? error.cause : error;
  if (cause instanceof MeilisearchRequestTimeOutError) return new MeiliTimeout(reasonOf(cause));
  return new MeiliFailure(reasonOf(cause), true);
}

/** `fetch failed` has the actual reason as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no response';
  const inner = error.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : error.message;
}
