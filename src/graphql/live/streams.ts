import { problem } from '../../registry/errors.js';
import type { StartLimits } from '../../registry/limits.js';
import { LIMITS } from '../../registry/limits.js';

/** An admitted stream. */
export interface Stream {
  /** Aborted when the stream ends. */
  readonly ended: AbortSignal;
  /** Ends the stream and frees its place. */
  end(): void;
}

/** The open streams of a process. */
export interface Streams {
  /**
   * Opens a stream of a user, which ends by itself after `liveStreamSeconds`. Throws `rate_limited`
   * if the user has `liveStreamsPerUser`, and `service_unavailable` if the process has
   * `liveStreams` or stops.
   */
  open(userId: string): Stream;
  /** Ends all streams, and refuses further ones. */
  stop(): void;
}

type StreamLimits = Pick<StartLimits, 'liveStreams' | 'liveStreamsPerUser' | 'liveStreamSeconds'>;

/**
 * Creates the streams of a process. Calls `onCount` with the number of open ones at each change.
 */
export function createStreams(
  limits: StreamLimits,
  onCount: (open: number) => void = () => {},
): Streams {
  const open = new Set<Stream>();
  const ofUsers = createUserCounts();
  let isStopped = false;

  function admit(userId: string): void {
    const retryAfterSeconds = LIMITS.liveRetrySeconds;
    if (isStopped || open.size >= limits.liveStreams) {
      throw problem('service_unavailable', { retryAfterSeconds, log: 'too many open streams' });
    }
    if (ofUsers.of(userId) < limits.liveStreamsPerUser) return;
    throw problem('rate_limited', { quotaBucket: 'graphql', retryAfterSeconds });
  }

  function leave(stream: Stream, userId: string): void {
    open.delete(stream);
    onCount(open.size);
    ofUsers.add(userId, -1);
  }

  return {
    open(userId) {
      admit(userId);
      const stream = createStream(limits.liveStreamSeconds, () => leave(stream, userId));
      open.add(stream);
      onCount(open.size);
      ofUsers.add(userId, 1);
      return stream;
    },
    stop() {
      isStopped = true;
      for (const stream of [...open]) stream.end();
    },
  };
}

/** Creates the numbers of open streams per user, which keep only users that have one. */
function createUserCounts() {
  const counts = new Map<string, number>();
  const of = (userId: string): number => counts.get(userId) ?? 0;
  return {
    of,
    add(userId: string, change: 1 | -1): void {
      const count = of(userId) + change;
      if (count === 0) counts.delete(userId);
      else counts.set(userId, count);
    },
  };
}

/** Creates a stream that ends after its time at the latest. Calls `onEnd` once. */
function createStream(seconds: number, onEnd: () => void): Stream {
  const controller = new AbortController();
  const timer = setTimeout(end, seconds * 1000);
  function end(): void {
    if (controller.signal.aborted) return;
    clearTimeout(timer);
    onEnd();
    controller.abort();
  }
  return { ended: controller.signal, end };
}
