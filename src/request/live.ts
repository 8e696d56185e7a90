import { type Change, ChangesUnavailable } from '../platform/changes/changes.port.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { requireUser } from './authorize.js';
import type { LiveStream, RequestContext } from './context.js';

/** The changes that a stream reports. */
interface Watched<Payload> {
  /** The announced changes; see the migration `live_changes`. */
  readonly topic: string;
  /** Checks that the viewer of a context may receive them. Throws a registered error. */
  readonly allowed: (ctx: RequestContext) => Promise<unknown> | unknown;
  /** Shapes a change; null if it is not for this stream. */
  readonly present: (change: Change) => Payload | null;
}

/**
 * Streams changes to a viewer. It checks the access at the start, before each change, when the
 * access of the account has changed, and from time to time. Each check after the first one verifies
 * the credential again. A failed check ends the stream with the error of the check. The stream ends
 * without an error if changes may have been missed or too many wait. Its client then connects again
 * and reads everything. It listens before it checks, so no change is missed after the first check.
 * Throws `unauthorized`, the error of the check, and `service_unavailable` if the database
 * announces no changes. Only for subscriptions: it throws a plain Error without `ctx.live`.
 */
export async function watchChanges<Payload>(
  ctx: RequestContext,
  watched: Watched<Payload>,
): Promise<AsyncGenerator<Payload>> {
  const { userId } = requireUser(ctx);
  const { live, platform } = ctx;
  if (!live) throw new Error('a subscription without a stream');
  const mailbox = createMailbox(live);
  const access = `access:${userId}`;
  const unwatch = await platform.changes
    .watch([watched.topic, access], {
      onChange: (change) => (change.topic === access ? mailbox.wake() : mailbox.put(change)),
      onLost: live.end,
    })
    .catch(refuseUnavailable);
  if (live.ended.aborted) unwatch();
  else live.ended.addEventListener('abort', unwatch, { once: true });
  await watched.allowed(ctx);
  return changesOf(live, mailbox, watched, platform.limits.liveCheckSeconds * 1000);
}

async function* changesOf<Payload>(
  live: LiveStream,
  mailbox: Mailbox,
  { allowed, present }: Watched<Payload>,
  checkMs: number,
): AsyncGenerator<Payload> {
  while (!live.ended.aborted) {
    await mailbox.filled(checkMs);
    if (live.ended.aborted) return;
    const change = mailbox.take();
    await live.verified(allowed);
    const payload = change && present(change);
    if (payload) yield payload;
  }
}

/** The changes that wait for a client, the latest of each row only. */
interface Mailbox {
  put(change: Change): void;
  /** Ends the present wait. */
  wake(): void;
  /** Resolves when a change waits, when `wake` was called, after `mostMs`, or at the end. */
  filled(mostMs: number): Promise<void>;
  take(): Change | undefined;
}

function createMailbox({ ended, end }: LiveStream): Mailbox {
  const waiting = new Map<string, Change>();
  let isWoken = false;
  let resolve: () => void = () => undefined;
  const wake = () => {
    isWoken = true;
    resolve();
  };
  ended.addEventListener('abort', wake, { once: true });
  return {
    put(change) {
      waiting.set(change.key, change);
      // A client that reads slower than rows change reads everything again when it reconnects.
      if (waiting.size > LIMITS.liveChangesWaiting) end();
      else wake();
    },
    wake,
    async filled(mostMs) {
      if (waiting.size === 0 && !isWoken) {
        const timer = setTimeout(wake, mostMs);
        await new Promise<void>((done) => {
          resolve = done;
        });
        clearTimeout(timer);
      }
      isWoken = false;
    },
    take() {
      const [first] = waiting.values();
      if (first) waiting.delete(first.key);
      return first;
    },
  };
}

function refuseUnavailable(error: unknown): never {
  if (!(error instanceof ChangesUnavailable)) throw error;
  throw problem('service_unavailable', {
    retryAfterSeconds: LIMITS.liveRetrySeconds,
    cause: error,
  });
}
