import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { read } from '../../dashboard/src/api/client.js';
import { graphql } from '../../dashboard/src/api/graphql.js';
import { eventually } from '../eventually.js';
import { serveApi } from './api-server.js';

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
