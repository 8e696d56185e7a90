import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { read, write } from '../../dashboard/src/api/client.js';
import { graphql } from '../../dashboard/src/api/graphql.js';
import { hasOtherUser, setOtherUser } from '../../dashboard/src/api/page-user.js';
import { eventually } from '../eventually.js';
import { PAGE_USER, serveApi } from './api-server.js';

const GAME = graphql('query Game($slug: String!) { getGame(slug: $slug) { slug } }');
const DATA = { getGame: { slug: 'minecraft' } };

/** A service that responds to the reads of a game when the test says so. */
async function slowService() {
  const waiting: ServerResponse[] = [];
  const left = vi.fn();
  const requests = await serveApi((_, response) => {
    response.on('close', () => response.writableFinished || left());
    waiting.push(response);
  });
  const respond = () => {
    for (const response of waiting.splice(0)) {
      if (response.destroyed) continue;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: DATA }));
    }
  };
  const readGame = (signal?: AbortSignal) => read(GAME, { slug: 'minecraft' }, signal);
  const arrived = (count: number) => eventually(() => expect(waiting).toHaveLength(count));
  return { requests, left, respond, readGame, arrived };
}

describe('a read of the dashboard', () => {
  it('an aborted read ends its request and throws the reason before a response arrives', async () => {
    const { left, readGame, arrived } = await slowService();
    const stop = new AbortController();
    const result = readGame(stop.signal).catch((error: unknown) => error);
    await arrived(1);
    stop.abort('left');
    expect(await result).toBe('left');
    await eventually(() => expect(left).toHaveBeenCalledOnce());
  });

  it('an aborted signal sends no request', async () => {
    const { requests, readGame } = await slowService();
    await expect(readGame(AbortSignal.abort('left'))).rejects.toBe('left');
    expect(requests()).toBe(0);
  });

  it('a read during an equal one sends a request of its own, since a write may lie between them', async () => {
    const { respond, readGame, arrived } = await slowService();
    const first = readGame();
    await arrived(1);
    const second = readGame();
    await arrived(2);
    respond();
    expect(await Promise.all([first, second])).toEqual([DATA, DATA]);
  });

  it('an aborted read ends no equal one', async () => {
    const { left, respond, readGame, arrived } = await slowService();
    const stop = new AbortController();
    const first = readGame(stop.signal).catch((error: unknown) => error);
    const second = readGame();
    await arrived(2);
    stop.abort('left');
    expect(await first).toBe('left');
    await eventually(() => expect(left).toHaveBeenCalledOnce());
    respond();
    expect(await second).toEqual(DATA);
  });
});

const RENAME = graphql(
  'mutation Rename($name: String!) { updateMyProfile(input: { displayName: $name }) { id } }',
);

/** A service that refuses requests of the page with `forbidden`; `ben` is the username of `other`. */
async function refusingService(signedIn: string) {
  const headers: IncomingHttpHeaders[] = [];
  await serveApi(async (request, response) => {
    headers.push(request.headers);
    const { operationName } = JSON.parse(await text(request));
    if (operationName === 'SignedIn') {
      response.setHeader('Content-Type', 'application/json');
      const data = { getMe: { user: { id: signedIn, username: 'ben' } } };
      return response.end(JSON.stringify({ data }));
    }
    response.writeHead(403, { 'Content-Type': 'application/problem+json' });
    return response.end(JSON.stringify({ code: 'forbidden', detail: 'Refused.' }));
  });
  return headers;
}

describe('a page whose user is no longer signed in', () => {
  it('each request names the user of the page, except the question who is signed in', async () => {
    const headers = await refusingService('other');
    await read(GAME, { slug: 'minecraft' }).catch(() => undefined);
    await write(RENAME, { name: 'Ann' }).catch(() => undefined);
    const users = headers.map((it) => it['x-page-user']);
    expect(users).toEqual([PAGE_USER, undefined, PAGE_USER, undefined]);
  });

  it('a refused request names the user who is signed in instead', async () => {
    await refusingService('other');
    await expect(read(GAME, { slug: 'minecraft' })).rejects.toMatchObject({
      code: 'other_user',
      detail: 'ben',
    });
    await expect(write(RENAME, { name: 'Ann' })).rejects.toMatchObject({ code: 'other_user' });
    expect(hasOtherUser()).toBe(true);
  });

  it('the page forgets it once a request succeeds', async () => {
    setOtherUser(true);
    await serveApi((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: DATA }));
    });
    await read(GAME, { slug: 'minecraft' });
    expect(hasOtherUser()).toBe(false);
  });

  it('a request that lacks a right stays forbidden for the user of the page', async () => {
    await refusingService(PAGE_USER);
    await expect(write(RENAME, { name: 'Ann' })).rejects.toMatchObject({
      code: 'forbidden',
      detail: 'Refused.',
    });
  });
});
