import { describe, expect, it } from 'vitest';
import type { Change, ChangeWatcher } from '../../src/platform/changes/changes.port.js';
import type { Platform } from '../../src/platform/platform.js';
import { problem } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import {
  createContext,
  createSystemContext,
  type RequestContext,
} from '../../src/request/context.js';
import { watchChanges } from '../../src/request/live.js';
import type { UserViewer } from '../../src/request/viewer.js';

const viewer: UserViewer = {
  kind: 'user',
  actor: 'user:1',
  userId: '1',
  username: 'alice',
  role: 'user',
  credential: {
    kind: 'session',
    id: '2',
    clientId: null,
    scopes: [],
    modIds: null,
    expiresAt: null,
    aal2At: null,
  },
};

/** A stream of one topic, whose access a test can take away. */
async function newStream(liveCheckSeconds = 60) {
  const controller = new AbortController();
  let watcher: ChangeWatcher | undefined;
  const access = { isAllowed: true, checks: 0, isWatched: false };
  const changes = {
    async watch(_topics: readonly string[], given: ChangeWatcher) {
      watcher = given;
      access.isWatched = true;
      return () => {
        access.isWatched = false;
      };
    },
  };
  // Only these parts of a platform belong to a stream.
  const platform = { changes, limits: { ...LIMITS, liveCheckSeconds } } as unknown as Platform;
  const { request } = createSystemContext(platform, 'test');
  const live = {
    ended: controller.signal,
    end: () => controller.abort(),
    verified: async (check: (fresh: RequestContext) => unknown) => void (await check(ctx)),
  };
  const ctx: RequestContext = { ...createContext(platform, request, viewer), live };
  const payloads = await watchChanges(ctx, {
    topic: 'rows',
    allowed() {
      access.checks += 1;
      if (!access.isAllowed) throw problem('forbidden');
    },
    present: ({ key, data }) => ({ key, ...data }),
  });
  const change = (key: string, data = {}): Change => ({ topic: 'rows', key, data });
  return {
    access,
    payloads,
    end: live.end,
    put: (key: string, data = {}) => watcher?.onChange(change(key, data)),
    touch: () => watcher?.onChange({ ...change('1'), topic: 'access:1' }),
    lose: () => watcher?.onLost(),
  };
}

describe('watchChanges', () => {
  it('a stream gives the latest change of each row, after a check of the access for each', async () => {
    const stream = await newStream();
    stream.put('a', { state: 1 });
    stream.put('b', { state: 1 });
    stream.put('a', { state: 2 });
    expect((await stream.payloads.next()).value).toEqual({ key: 'a', state: 2 });
    expect((await stream.payloads.next()).value).toEqual({ key: 'b', state: 1 });
    expect(stream.access.checks).toBe(3);
    stream.end();
    expect(await stream.payloads.next()).toEqual({ done: true, value: undefined });
    expect(stream.access.isWatched).toBe(false);
  });

  it('an access that expired without any change ends the stream with its error', async () => {
    const stream = await newStream(0.001);
    stream.access.isAllowed = false;
    await expect(stream.payloads.next()).rejects.toThrow('forbidden');
  });

  it('an announced change of the access is checked at once, and gives no event', async () => {
    const stream = await newStream();
    const next = stream.payloads.next();
    stream.touch();
    stream.access.isAllowed = false;
    await expect(next).rejects.toThrow('forbidden');
    expect(stream.access.checks).toBe(2);
  });

  it('too many waiting rows, or a lost connection, end the stream', async () => {
    const slow = await newStream();
    for (let row = 0; row <= LIMITS.liveChangesWaiting; row += 1) slow.put(String(row));
    expect((await slow.payloads.next()).done).toBe(true);
    const cut = await newStream();
    const next = cut.payloads.next();
    cut.lose();
    expect((await next).done).toBe(true);
  });
});
