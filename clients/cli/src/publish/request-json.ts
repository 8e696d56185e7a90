const LIMIT_MS = 30_000;

/** A response with its body, or null if the body is no JSON. */
export interface JsonResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends a request that carries a token, and reads the response, within half a minute. Throws what
 * `fetch` throws, also for a redirect, and an Error `no response in time` at the limit. Not
 * `AbortSignal.timeout` joined with the signal of the command: Node 20 forgets that limit at the
 * next garbage collection.
 */
export async function requestJson(
  url: URL | string,
  init: RequestInit,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<JsonResponse> {
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

/** Whether a status is a failure of the service or its limit, so that a later request may succeed. */
export const isPassing = (status: number): boolean => status >= 500 || status === 429;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
