/** The default of `limitMs`. */
const LIMIT_MS = 30_000;

/** A response of `requestJson`. `body` is null if it is no JSON. */
export interface JsonResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends a request that carries a token, and reads the response as JSON. Does not throw for an error
 * status. Throws the errors of `fetch`, also for a redirect, the reason of an aborted signal, and
 * an Error `no response in time` after `limitMs`.
 */
export async function requestJson(
  url: URL | string,
  init: RequestInit,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<JsonResponse> {
  // Not AbortSignal.timeout: within AbortSignal.any, Node 20 forgets it at the next garbage
  // collection.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('no response in time')), limitMs);
  const both = AbortSignal.any([signal, limit.signal]);
  try {
    // A redirect fails, because the token must not reach another host.
    const response = await fetch(url, { ...init, redirect: 'error', signal: both });
    const { ok, status } = response;
    return { ok, status, body: parsed(await response.text()) };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether a later request may succeed after this status: the service failed (5xx), or limits
 * requests (429).
 */
export const isTransient = (status: number): boolean => status >= 500 || status === 429;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
