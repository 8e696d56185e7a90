import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { follow } from '../../dashboard/src/api/live.js';
import { setOtherUser } from '../../dashboard/src/api/page-user.js';
import { uploadsOf } from '../../dashboard/src/api/topics.js';
import { PAGE_USER, serveApi } from './api-server.js';

/**
 * Longer than any wait before a lost stream is opened again, which is at most 22.5 seconds. At the
 * earliest 37.5 seconds after the loss, the next stream has been silent for too long.
 */
const LONG_MILLISECONDS = 25_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  setOtherUser(false);
  vi.useRealTimers();
});

/** Follows a topic. The promises are those of the first stream. */
async function followed() {
  const follower = { onOpen: vi.fn(), onChange: vi.fn(), onLost: vi.fn() };
  const streams: ServerResponse[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const requests = await serveApi((request, response) => {
    headers.push(request.headers);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    streams.push(response);
  });
  const opened = new Promise<void>((resolve) => follower.onOpen.mockImplementationOnce(resolve));
  const lost = new Promise<void>((resolve) => follower.onLost.mockImplementationOnce(resolve));
  const end = follow(uploadsOf('mod'), follower);
  await opened;
  const [stream] = streams;
  if (!stream) throw new Error('the page opened no stream');
  return { follower, headers, requests, stream, end, lost };
}

describe('the stream of a topic', () => {
  it('the request of a stream names the user of the page', async () => {
    const { headers, end } = await followed();
    expect(headers).toMatchObject([{ 'x-page-user': PAGE_USER, 'accept-language': 'en' }]);
    end();
  });

  it('a page opens a stream again that the service has closed', async () => {
    const { requests, stream, end, lost } = await followed();
    stream.end();
    await lost;
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    expect(requests()).toBe(2);
    end();
  });

  it('a page opens no stream again that the service has refused with 403', async () => {
    const requests = await serveApi((_, response) => response.writeHead(403).end());
    const follower = { onOpen: vi.fn(), onChange: vi.fn(), onLost: vi.fn() };
    const lost = new Promise<void>((resolve) => follower.onLost.mockImplementation(resolve));
    const end = follow(uploadsOf('mod'), follower);
    await lost;
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    expect(requests()).toBe(1);
    end();
  });

  it('a page opens no stream again while another user is signed in', async () => {
    const { requests, stream, end, lost } = await followed();
    stream.end();
    await lost;
    setOtherUser(true);
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    expect(requests()).toBe(1);
    end();
  });

  it('a page opens no stream again that it has closed itself', async () => {
    const { follower, requests, stream, end } = await followed();
    const closed = new Promise((resolve) => stream.on('close', resolve));
    end();
    await closed;
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    expect(requests()).toBe(1);
    expect(follower.onLost).not.toHaveBeenCalled();
  });
});
