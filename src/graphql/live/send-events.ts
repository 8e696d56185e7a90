import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Where the events of a stream go, and when it ends. */
export interface EventSink {
  readonly to: Writable;
  /** Aborted when the stream ends. Nothing is written after that. */
  readonly ended: AbortSignal;
  /** Ends the stream. */
  end(): void;
  /** How long a client may take to read a full write buffer, in milliseconds. */
  readonly stallMs: number;
}

/** Thrown if a client does not read its stream in time (`stallMs`). */
export class SlowReader extends Error {
  override readonly name = 'SlowReader';
  constructor() {
    super('the client does not read its stream');
  }
}

/**
 * Resolves at once if the write buffer has room. If it is full, resolves when the client has read
 * it or the stream ends. After `stallMs` it ends the stream and throws SlowReader, so that a slow
 * client never fills the memory.
 */
export async function drained({ to, ended, end, stallMs }: EventSink): Promise<void> {
  if (!to.writableNeedDrain || ended.aborted) return;
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, ended]);
  const isRead = await Promise.race([
    once(to, 'drain', { signal }).then(
      () => true,
      () => true,
    ),
    delay(stallMs, false, { signal }).catch(() => true),
  ]);
  settled.abort();
  if (isRead) return;
  // Ends the stream before it throws: the loop over the events then waits for its source, which
  // ends only with the stream.
  end();
  throw new SlowReader();
}

/**
 * Writes each event as soon as the write buffer has room (`drained`). Resolves when `events` have
 * ended. When the stream ends (`ended`), it ends `events` itself and writes nothing more. So a
 * stream that broke off has no `complete` event, and its client connects again. The caller closes
 * the response. Throws SlowReader, and the errors of `events`; in both cases `events` have ended.
 */
export async function sendEvents(
  events: AsyncGenerator<string, unknown, unknown>,
  sink: EventSink,
): Promise<void> {
  const { to, ended } = sink;
  const stop = () => void events.return(undefined);
  if (ended.aborted) stop();
  else ended.addEventListener('abort', stop, { once: true });
  for await (const event of events) {
    if (ended.aborted) return;
    to.write(event);
    await drained(sink);
  }
}
