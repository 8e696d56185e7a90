import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { drained, sendEvents } from '../../../src/graphql/live/send-events.js';
import { createStreams } from '../../../src/graphql/live/streams.js';

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

describe('createStreams', () => {
  const limits = { liveStreams: 3, liveStreamsPerUser: 2, liveStreamSeconds: 60 };

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
