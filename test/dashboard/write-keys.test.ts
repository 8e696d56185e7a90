import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as client from '../../dashboard/src/api/client.js';
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

const TEST = graphql(`
  mutation Test($id: ID!) {
    testWebhookSubscription(id: $id) {
      id
    }
  }
`);

/** The pauses between the attempts of one write, which the tests leave out. */
const PAUSES = [600, 1000, 1200];

/** The store of one tab, which a reload keeps. Returns its content. */
function openTab(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => void kept.set(place, text),
  });
  return kept;
}

type Fate =
  | 'lost'
  | 'done'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable'
  | 'idempotency_in_progress'
  | 'idempotency_replay_unavailable';

/**
 * A service with fates for the requests of the next write, of which the last one stays. Returns how
 * to write, and the keys in the order of the requests: each write sends three of them if no response
 * arrives.
 */
async function service() {
  const keys: string[] = [];
  let fates: Fate[] = [];
  const respond = (response: ServerResponse) => {
    const fate = fates.length > 1 ? fates.shift() : fates[0];
    if (fate === 'lost') return response.destroy();
    const extensions = { code: fate, retry_after_seconds: 1 };
    const errors = [{ message: fate, extensions }];
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
  const attempt = async (next: Fate | Fate[], sending: () => Promise<unknown>) => {
    fates = [next].flat();
    const last = fates.at(-1);
    const code = await sending().then(
      () => 'done',
      (error: { readonly code: string }) => error.code,
    );
    expect(code).toBe(last === 'lost' ? 'offline' : last);
    return keys.at(-1);
  };
  let page = client;
  /** Loads the page again in the same tab. */
  const reload = async () => {
    vi.resetModules();
    page = await import('../../dashboard/src/api/client.js');
  };
  const create = (next: Fate | Fate[], title = 'Owl') => {
    const texts = { title: { en: title }, description: { en: 'An owl.' } };
    return attempt(next, () => page.writeNew(CREATE, { input: { gameSlug: 'game', ...texts } }));
  };
  const add = (next: Fate, file: File) => attempt(next, () => page.writeNew(ADD, { file }));
  const test = (next: Fate) => attempt(next, () => page.write(TEST, { id: 'webhook' }));
  return { keys, create, add, test, reload };
}

describe('the idempotency key of a creation', () => {
  it('a creation without a response keeps its key for all attempts and for the next click', async () => {
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

  it('a write gets a new key after another write has succeeded, because it is a new write', async () => {
    const { create } = await service();
    const key = await create('lost');
    await create('done', 'Fox');
    expect(await create('done')).not.toBe(key);
  });

  it('a creation that was lost and is meant again ten minutes later gets a new key', async () => {
    const { create } = await service();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const key = await create('lost');
    vi.advanceTimersByTime(599_000);
    expect(await create('lost')).toBe(key);
    vi.advanceTimersByTime(1_000);
    expect(await create('done')).not.toBe(key);
  });

  it('a creation that was lost keeps its key after a reload, and the browser stores none of its input', async () => {
    const kept = openTab();
    const { create, reload } = await service();
    const key = await create('lost');
    expect([...kept.values()].join()).toContain(key);
    expect([...kept.values()].join()).not.toContain('Owl');
    await reload();
    expect(await create('done')).toBe(key);
    await reload();
    expect(await create('done')).not.toBe(key);
  });

  it('the tab stores the key of a creation before its first request, for a reload without a response', async () => {
    openTab();
    const { keys, create } = await service();
    const requests: number[] = [];
    vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => void requests.push(keys.length));
    await create('done');
    expect(requests[0]).toBe(0);
  });

  it.each(['no JSON', '{}', '[["a"]]', '[["a",{"key":1,"since":1}]]'])(
    'a damaged store of the tab stops no creation: %s',
    async (text) => {
      const kept = openTab();
      const { create, reload } = await service();
      await create('lost');
      for (const place of kept.keys()) kept.set(place, text);
      await reload();
      await create('done');
    },
  );

  it('a creation keeps its key after each failure that leaves its effect in doubt', async () => {
    const { create } = await service();
    for (const code of ['internal_error', 'service_unavailable'] as const) {
      const key = await create(code);
      expect(await create('done')).toBe(key);
    }
  });

  it('a creation keeps its key if the repetition of a lost request meets an overloaded service', async () => {
    const { keys, create } = await service();
    const key = await create(['lost', 'service_unavailable']);
    expect(await create('done')).toBe(key);
    expect(keys).toEqual([key, key, key]);
  });

  it('a creation whose earlier request still runs waits for it under the same key', async () => {
    const { keys, create } = await service();
    const key = await create(['lost', 'idempotency_in_progress', 'done']);
    expect(keys).toEqual([key, key, key]);
  });

  it('a creation whose earlier request runs for longer keeps its key for the next click', async () => {
    const { keys, create } = await service();
    const key = await create('idempotency_in_progress');
    expect(await create('done')).toBe(key);
    expect(keys).toEqual([key, key, key, key]);
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

describe('the idempotency key of a write that creates nothing', () => {
  it('a write that was lost, and is meant again, gets a new key for all its attempts', async () => {
    const { keys, test } = await service();
    const lost = await test('lost');
    expect(keys).toEqual([lost, lost, lost]);
    expect(await test('done')).not.toBe(lost);
  });

  it('a creation gets a new key after another write has succeeded', async () => {
    const { create, test } = await service();
    const key = await create('lost');
    await test('done');
    expect(await create('done')).not.toBe(key);
  });
});
