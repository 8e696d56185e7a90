import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { GraphQLBoolean, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { CountedContext } from '../../../src/graphql/admission.js';
import type { Gateway } from '../../../src/graphql/gateway.js';
import { createEventStreams } from '../../../src/graphql/live/event-stream.js';
import { drained, sendEvents } from '../../../src/graphql/live/send-events.js';
import { createStreams } from '../../../src/graphql/live/streams.js';
import { silentLog } from '../../../src/platform/log.js';
import type { LiveStream } from '../../../src/request/context.js';

/** A client that reads nothing until a test reads from it. */
function newClient(stallMs: number) {
  const to = new PassThrough({ highWaterMark: 8 });
  const controller = new AbortController();
  const sink = { to, ended: controller.signal, end: () => controller.abort(), stallMs };
  return { to, sink, controller };
}

/** Endless events. Counts those that were taken. */
function newSource(ended: AbortSignal) {
  const counts = { taken: 0, returned: false };
  async function* events() {
    try {
      while (!ended.aborted) {
        counts.taken += 1;
        yield 'event: next\ndata: {}\n\n';
      }
    } finally {
      counts.returned = true;
    }
  }
  return { counts, events: events() };
}

describe('sendEvents', () => {
  it('a slow reader loses its stream after the patience, and nothing more is taken for it', async () => {
    const { to, sink } = newClient(20);
    const { counts, events } = newSource(sink.ended);
    await expect(sendEvents(events, sink)).rejects.toThrow('does not read');
    expect(counts).toEqual({ taken: 1, returned: true });
    expect(sink.ended.aborted).toBe(true);
    expect(to.writableLength + to.readableLength).toBeLessThan(100);
  });

  it('a reader in time gets each event, and nothing after the end of the stream', async () => {
    const { to, sink, controller } = newClient(60_000);
    const { counts, events } = newSource(sink.ended);
    const sent = sendEvents(events, sink);
    let read = 0;
    for await (const _ of to) {
      read += 1;
      if (read === 5) break;
    }
    controller.abort();
    await sent;
    expect(counts.taken).toBeLessThanOrEqual(read + 2);
    await expect(drained(sink)).resolves.toBeUndefined();
  });
});

const limits = { liveStreams: 3, liveStreamsPerUser: 2, liveStreamSeconds: 60 };

describe('createStreams', () => {
  it('a stream beyond the limit of the user or of the process is refused until one ends', () => {
    const streams = createStreams(limits);
    const first = streams.open('alice');
    streams.open('alice');
    expect(() => streams.open('alice')).toThrow('rate_limited');
    streams.open('bob');
    expect(() => streams.open('carol')).toThrow('service_unavailable');
    first.end();
    first.end();
    expect(() => streams.open('alice').end()).not.toThrow();
    streams.stop();
  });

  it('a stop ends every stream and refuses further ones', () => {
    const streams = createStreams(limits);
    const open = [streams.open('alice'), streams.open('bob')];
    streams.stop();
    expect(open.map(({ ended }) => ended.aborted)).toEqual([true, true]);
    expect(() => streams.open('alice')).toThrow('service_unavailable');
  });

  it('each stream that opens or ends reports the number of open streams', () => {
    const counts: number[] = [];
    const streams = createStreams(limits, (open) => counts.push(open));
    const first = streams.open('alice');
    streams.open('bob');
    first.end();
    first.end();
    streams.stop();
    expect(counts).toEqual([1, 2, 1, 0]);
  });

  it('a stream ends after its lifetime', async () => {
    const streams = createStreams({ ...limits, liveStreamSeconds: 0 });
    const { ended } = streams.open('alice');
    await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
    expect(() => streams.open('alice').end()).not.toThrow();
  });
});

/**
 * A service with one subscription, whose only event comes after the end of its stream. It records the
 * number of open streams after each change, and whether a stream had ended when its source began.
 */
function newService() {
  const counts: number[] = [];
  const streams = createStreams(limits, (open) => counts.push(open));
  const hadEnded: boolean[] = [];
  const subscribe = (_root: unknown, _given: unknown, { live }: { live: LiveStream }) => {
    hadEnded.push(live.ended.aborted);
    return untilEnded(live.ended);
  };
  const fields = { ended: { type: GraphQLBoolean, subscribe } };
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { ended: { type: GraphQLBoolean } } }),
    subscription: new GraphQLObjectType({ name: 'Subscription', fields }),
  });
  // Only these members are used.
  const gateway = { schema, admit: async () => null } as unknown as Gateway;
  const ctx = { viewer: { kind: 'user', userId: 'alice' } } as unknown as CountedContext;
  const serve = createEventStreams({ gateway, log: silentLog, ratesOf: () => [], streams });
  return { counts, hadEnded, streams, serve, ctx };
}

async function* untilEnded(ended: AbortSignal) {
  if (!ended.aborted) await once(ended, 'abort');
  yield { ended: true };
}

type Arrived = Awaited<ReturnType<typeof newRequest>>;

/** A request before it is served. As in the service, each side may close its half of the connection. */
async function newRequest() {
  const server = Object.assign(createServer(), { httpAllowHalfOpen: true });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  client.write('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  const [req, res] = await once(server, 'request');
  Object.assign(req, { body: { query: 'subscription { ended }' } });
  const close = async () => {
    client.destroy();
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { req, res, client, close };
}

describe('createEventStreams', () => {
  const breakOff = async ({ client, res }: Arrived) => {
    client.resetAndDestroy();
    await once(res, 'close');
  };
  const closeHalf = async ({ client, req }: Arrived) => {
    client.end();
    await once(req.socket, 'end');
  };

  it.each([
    ['broke off its connection', breakOff],
    ['closed its half of the connection', closeHalf],
  ])('a stream that opens after its client %s ends at once', async (_how, leave) => {
    const arrived = await newRequest();
    const { req, res, close } = arrived;
    const { counts, hadEnded, streams, serve, ctx } = newService();
    await leave(arrived);
    const served = serve(req, res, ctx);
    try {
      expect(counts).toEqual([1, 0]);
      await served;
      expect([hadEnded, res.destroyed]).toEqual([[true], true]);
    } finally {
      streams.stop();
      await close();
    }
  });
});
