import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { write } from '../../dashboard/src/api/client.js';
import { graphql } from '../../dashboard/src/api/graphql.js';
import { serveApi } from './api-server.js';

const CREATE = graphql(`
  mutation Create($input: CreateModInput!) {
    createModDraft(input: $input) {
      id
    }
  }
`);
const ADD = graphql(`
  mutation Add($file: Upload!) {
    addModMedia(modId: "mod", file: $file, input: { kind: cover }, expectedEtag: "1") {
      id
    }
  }
`);

/** The pauses between the attempts of one write, which the tests leave out. */
const PAUSES = [600, 1200];

type Fate = 'lost' | 'done' | 'rate_limited' | 'idempotency_replay_unavailable';

/**
 * A service with a fate for the next write. Returns how to write, and the keys in the order of the
 * requests: `write` sends three of them if no response arrives.
 */
async function service() {
  const keys: string[] = [];
  let fate: Fate = 'done';
  const respond = (response: ServerResponse) => {
    if (fate === 'lost') return response.destroy();
    const errors = [{ message: fate, extensions: { code: fate } }];
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify(fate === 'done' ? { data: {} } : { errors }));
  };
  await serveApi((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    request.resume().on('end', () => respond(response));
  });
  const wait = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, milliseconds: number, ...args: []) =>
    wait(work, PAUSES.includes(milliseconds) ? 0 : milliseconds, ...args),
  );
  const attempt = async (next: Fate, sending: () => Promise<unknown>) => {
    fate = next;
    const code = await sending().then(
      () => 'done',
      (error: { readonly code: string }) => error.code,
    );
    expect(code).toBe(next === 'lost' ? 'offline' : next);
    return keys.at(-1);
  };
  const create = (next: Fate, title = 'Owl') => {
    const texts = { title: { en: title }, description: { en: 'An owl.' } };
    return attempt(next, () => write(CREATE, { input: { gameSlug: 'game', ...texts } }));
  };
  const add = (next: Fate, file: File) => attempt(next, () => write(ADD, { file }));
  return { keys, create, add };
}

describe('the idempotency key of a write', () => {
  it('a write without a response keeps its key for all attempts and for the next click', async () => {
    const { keys, create } = await service();
    const key = await create('lost');
    expect(keys).toEqual([key, key, key]);
    expect(await create('rate_limited')).toBe(key);
    expect(await create('done')).toBe(key);
  });

  it('a write that succeeded before gets a new key', async () => {
    const { create } = await service();
    expect(await create('done')).not.toBe(await create('done'));
  });

  it('a write with another input gets another key', async () => {
    const { create } = await service();
    const key = await create('lost');
    expect(await create('lost', 'Fox')).not.toBe(key);
    expect(await create('done')).toBe(key);
  });

  it('a write gets a new key after another write has succeeded, because it is meant anew', async () => {
    const { create } = await service();
    const key = await create('lost');
    await create('done', 'Fox');
    expect(await create('done')).not.toBe(key);
  });

  it('a key whose response cannot be repeated is used no more', async () => {
    const { create } = await service();
    const key = await create('lost');
    expect(await create('idempotency_replay_unavailable')).toBe(key);
    expect(await create('done')).not.toBe(key);
  });

  it('a file that is chosen again keeps the key, and another file gets another', async () => {
    const { add } = await service();
    const fileAt = (lastModified: number) => new File(['abc'], 'cover.png', { lastModified });
    const key = await add('lost', fileAt(1));
    expect(await add('lost', fileAt(2))).not.toBe(key);
    expect(await add('done', fileAt(1))).toBe(key);
  });
});
