import type { Request, Response } from 'express';
import { createHandler } from 'graphql-sse';
import type { Log } from '../../platform/log.js';
import { inScope } from '../../platform/work-scope.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { malformed } from '../../registry/malformed.js';
import type { LiveStream } from '../../request/context.js';
import type { CountedContext, RatesOf } from '../admission.js';
import type { Gateway } from '../gateway.js';
import { runSubscription } from './run-subscription.js';
import { drained, type EventSink, SlowReader, sendEvents } from './send-events.js';
import type { Stream, Streams } from './streams.js';

const EVENT_STREAM = 'text/event-stream';

/**
 * Returns whether a request asks for an event stream: `Accept` is exactly `text/event-stream`. If
 * it lists further types, the response is JSON.
 */
export function wantsEvents({ headers }: Request): boolean {
  return headers.accept?.trim().toLowerCase() === EVENT_STREAM;
}

/**
 * Checks a request for a stream before its body is read. Throws `invalid_request` unless it is a
 * POST with JSON: another site can cause a GET with the user's cookie. Throws `unauthorized`
 * without a credential.
 */
export function requireStreamRequest(req: Request, { viewer }: CountedContext): void {
  const isJson = /^application\/json\b/i.test(req.headers['content-type'] ?? '');
  if (req.method !== 'POST' || !isJson) throw malformed('subscription_request');
  if (viewer.kind === 'anonymous') throw problem('unauthorized');
}

/** The parts of the event streams. */
interface EventStreamsOptions {
  readonly gateway: Gateway;
  readonly log: Log;
  readonly ratesOf: RatesOf;
  readonly streams: Streams;
}

/** One open response. */
interface Opened {
  readonly ctx: CountedContext;
  readonly sink: EventSink;
}

/** Sends a subscription as a stream. Resolves when the stream has ended. */
type ServeEvents = (req: Request, res: Response, ctx: CountedContext) => Promise<void>;

/**
 * Creates the function that serves subscriptions as server-sent events, each in its own response,
 * by the protocol of `graphql-sse`. A stream that the service ends has no `complete` event, so that
 * its client connects again. Errors of the operation become `next` events. The function throws
 * errors that occur before the operation.
 */
export function createEventStreams(options: EventStreamsOptions): ServeEvents {
  const { gateway, log, streams } = options;
  const eventsOf = createEventReader(options);
  return async (req, res, ctx) => {
    if (ctx.viewer.kind === 'anonymous') throw problem('unauthorized');
    const stream = streams.open(ctx.viewer.userId);
    const { ended, end } = stream;
    const sink = { to: res, ended, end, stallMs: LIMITS.liveStallSeconds * 1000 };
    const unfollow = endWithConnection(req, res, end);
    try {
      const live = liveOf(gateway, ctx, stream);
      const events = await eventsOf(req, { ctx: { ...ctx, live }, sink });
      res.writeHead(200, HEADERS);
      await sendEvents(events, sink);
      if (!res.destroyed) res.end();
    } catch (error) {
      if (!res.headersSent) throw error;
      if (!(error instanceof SlowReader)) log.error({ err: error }, 'a stream failed');
      res.destroy();
    } finally {
      end();
      unfollow();
    }
  };
}

/** Creates the function that runs the subscription of a request and returns its events. */
function createEventReader(options: EventStreamsOptions) {
  const handle = createHandler<Request, Opened>({
    // Each subscription has its own response, so no request can name another stream.
    authenticate: () => undefined,
    onSubscribe: (req, params) => runSubscription(options, req.context.ctx, params),
    onNext: (_none, req) => drained(req.context.sink),
  });
  return async (req: Request, opened: Opened) => {
    const [events] = await handle({
      method: 'POST',
      url: '/',
      headers: { get: (name) => KNOWN_HEADERS.get(name) },
      body: req.body ?? null,
      raw: req,
      context: opened,
    });
    if (events === null || typeof events === 'string') throw malformed('subscription_request');
    return events;
  };
}

/** The headers that the library reads; the service has checked those of the request. */
const KNOWN_HEADERS: ReadonlyMap<string, string> = new Map([
  ['accept', EVENT_STREAM],
  ['content-type', 'application/json'],
]);

const HEADERS = {
  'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
  'Cache-Control': 'private, no-store, no-transform',
  // Without this header, nginx would collect events before it sends them.
  'X-Accel-Buffering': 'no',
};

/**
 * Ends a stream with its connection, also if the client only closes its own half, which a browser
 * does when it leaves. Node would keep the other half open. Returns the function that undoes this.
 */
function endWithConnection({ socket }: Request, res: Response, end: () => void): () => void {
  const leave = () => {
    end();
    res.destroy();
  };
  res.once('close', end);
  socket.once('end', leave);
  // Neither event comes again if the client has left already.
  if (res.closed || socket.readableEnded) leave();
  return () => {
    res.off('close', end);
    socket.off('end', leave);
  };
}

function liveOf(gateway: Gateway, { request }: CountedContext, { ended, end }: Stream): LiveStream {
  const scope = { lane: 'requests', gone: ended, request } as const;
  return {
    ended,
    end,
    verified: (check) =>
      inScope({ ...scope }, async () => {
        await check(await gateway.open(request));
      }),
  };
}
