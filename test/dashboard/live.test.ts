import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { follow } from '../../dashboard/src/api/live.js';
import { hasOtherUser, setOtherUser } from '../../dashboard/src/api/page-user.js';
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

const newFollower = () => ({ onOpen: vi.fn(), onChange: vi.fn(), onLost: vi.fn() });

/** A service on which `user` is signed in. It refuses the streams of every other user with 403. */
async function serviceOf(user: string) {
  const signedIn = { user };
  const operations: string[] = [];
  await serveApi(async (request, response) => {
    const { query } = JSON.parse(await text(request));
    const isStream = query.startsWith('subscription');
    operations.push(isStream ? 'stream' : 'who');
    const isRefused = isStream && signedIn.user !== PAGE_USER;
    const type = isStream ? 'text/event-stream' : 'application/json';
    response.writeHead(isRefused ? 403 : 200, { 'Content-Type': type }).flushHeaders();
    const data = { getMe: { user: { id: signedIn.user, username: 'ben' } } };
    if (isRefused || !isStream) response.end(JSON.stringify({ data }));
  });
  const sent = (...expected: string[]) =>
    vi.waitFor(() => expect(operations).toEqual(expected), { timeout: 5_000, interval: 5 });
  return { signedIn, sent };
}

/** Follows a topic. The promises are those of the first stream. */
async function followed() {
  const follower = newFollower();
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

  it('a page opens no stream again that the service has refused to its user with 403', async () => {
    const requests = await serveApi(async (request, response) => {
      const isStream = JSON.parse(await text(request)).query.startsWith('subscription');
      response.writeHead(isStream ? 403 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: { getMe: { user: { id: PAGE_USER } } } }));
    });
    const follower = newFollower();
    const lost = new Promise<void>((resolve) => follower.onLost.mockImplementation(resolve));
    const end = follow(uploadsOf('mod'), follower);
    await lost;
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    // The second request reads who is signed in.
    expect(requests()).toBe(2);
    end();
  });

  it('a page opens no stream again while another user is signed in, and one when its user is back', async () => {
    const { requests, stream, end, lost } = await followed();
    stream.end();
    await lost;
    setOtherUser(true);
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    expect(requests()).toBe(1);
    setOtherUser(false);
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    expect(requests()).toBe(2);
    end();
  });

  it('a page opens its first stream when its user is back', async () => {
    const { signedIn, sent } = await serviceOf('other');
    setOtherUser(true);
    const end = follow(uploadsOf('mod'), newFollower());
    await sent('who');
    signedIn.user = PAGE_USER;
    setOtherUser(false);
    await sent('who', 'stream');
    end();
  });

  it('a page that is shown again reads who is signed in, and opens its stream for its user', async () => {
    const { sent } = await serviceOf(PAGE_USER);
    setOtherUser(true);
    const end = follow(uploadsOf('mod'), newFollower());
    await sent('who', 'stream');
    expect(hasOtherUser()).toBe(false);
    end();
  });

  it('a page opens a stream again that was refused because of another user, when its user is back', async () => {
    const { signedIn, sent } = await serviceOf('other');
    const end = follow(uploadsOf('mod'), newFollower());
    await vi.waitFor(() => expect(hasOtherUser()).toBe(true));
    signedIn.user = PAGE_USER;
    setOtherUser(false);
    await sent('stream', 'who', 'stream');
    end();
  });

  it('a page opens no stream again that it has closed itself', async () => {
    const { follower, requests, stream, end } = await followed();
    const closed = new Promise((resolve) => stream.on('close', resolve));
    end();
    await closed;
    setOtherUser(true);
    setOtherUser(false);
    await vi.advanceTimersByTimeAsync(LONG_MILLISECONDS);
    expect(requests()).toBe(1);
    expect(follower.onLost).not.toHaveBeenCalled();
  });
});
