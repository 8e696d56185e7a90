import { TransportError } from './errors.js';

/** A function like `fetch`. It is `fetch` of the runtime unless the client has another one. */
export type Fetch = (input: Request | string, init?: RequestInit) => Promise<Response>;

/**
 * A signal with a timer. `restart` begins the time again. `release` stops the timer and the link to
 * the outer signal for good: a later `restart` does nothing, because a timer would keep the process
 * alive.
 */
export interface BoundedSignal {
  readonly signal: AbortSignal;
  restart(): void;
  release(): void;
}

/**
 * A signal that aborts with a TransportError after `timeoutMs`, or with the reason of `outer` as
 * soon as that aborts.
 */
export function boundedSignal(timeoutMs: number, outer?: AbortSignal): BoundedSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(outer?.reason);
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop, { once: true });
  let timer: ReturnType<typeof setTimeout>;
  let isReleased = false;
  const arm = () => {
    timer = setTimeout(() => {
      controller.abort(new TransportError(`no response within ${timeoutMs} ms`));
    }, timeoutMs);
  };
  arm();
  return {
    signal: controller.signal,
    restart() {
      if (isReleased) return;
      clearTimeout(timer);
      arm();
    },
    release() {
      isReleased = true;
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}

/**
 * The error for a failed request: the reason of the caller's signal if the caller cancelled, else a
 * TransportError. `what` names the request without a query string.
 */
export function connectionError(error: unknown, what: string, outer?: AbortSignal): unknown {
  if (outer?.aborted) return outer.reason;
  if (error instanceof TransportError) return error;
  if (!(error instanceof Error)) return new TransportError(`${what} failed`);
  // A cause of fetch names the host and the port, and never the query.
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message : error.message;
  return new TransportError(`${what} failed: ${reason}`, { cause: error });
}

/** The whole body, or no bytes without one. Throws TransportError for more than `limit` bytes. */
export async function readBounded(
  response: Response,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(response)) {
    size += chunk.length;
    if (size > limit) throw new TransportError(`the response is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * The chunks of a body; none without a body. If the caller leaves the loop early, the rest is
 * cancelled.
 */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  let isDone = false;
  try {
    while (true) {
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return;
      if (value) yield value;
    }
  } finally {
    // The rest of a broken body cannot be cancelled, and that is no error.
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}
