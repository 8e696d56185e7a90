import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Log, silentLog } from '../../../src/platform/log.js';
import { LANE_NAMES } from '../../../src/registry/jobs.js';
import { eventually } from '../../eventually.js';
import { startTcpProxy, type TcpProxy } from '../../service/tcp-proxy.js';
import { NEEDS_REDIS, REDIS_URL } from '../rate-limit/redis.js';
import { signal } from './bench.js';
import { useBullBench } from './bull-bench.js';

/** The number of a Redis database that no other test uses: these tests flush it. */
const OWN = 3;
const AWAY = 'Redis is unavailable; workers poll the database for jobs';
const BACK = 'workers get jobs through Redis again';

describe.skipIf(REDIS_URL === undefined)(`Bull with a Redis that fails${NEEDS_REDIS}`, () => {
  const bull = useBullBench(OWN, 'outage');
  const { add, row, start, stateOf, counting } = bull;

  it('a password change at runtime leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const lines: string[] = [];
    const log: Log = { ...silentLog, warn: (_fields, message) => lines.push(message) };
    const proxy = await startTcpProxy(bull.url, 6379);
    await bull.redis.acl('SETUSER', 'rotated', 'on', '>former', '~*', '&*', '+@all');
    bull.url = proxy.url.replace('//', '//rotated:former@');
    const queue = start({}, { log });
    await queue.idle();
    // Three connections per lane of a process that runs jobs, with two sockets each.
    const connections = 3 * LANE_NAMES.length;
    await eventually(() => expect(proxy.connections()).toBe(2 * connections));
    await bull.redis.acl('DELUSER', 'rotated');
    await add('m');
    queue.wake();
    await eventually(() => expect(lines).toContain(AWAY));
    // Each connection was rejected and retries.
    await eventually(() => expect(proxy.accepted()).toBeGreaterThan(2 * connections));
    await queue.stop();
    await proxy.close();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('a read-only Redis counts as unavailable until it accepts writes', async () => {
    const lines: string[] = [];
    const note = (_fields: object, message: string) => void lines.push(message);
    const log: Log = { ...silentLog, info: note, warn: note };
    await bull.redis.acl('SETUSER', 'reader', 'on', '>reader', '~*', '&*', '+@all', '-@write');
    bull.url = bull.url.replace('//', '//reader:reader@');
    const queue = start({}, { log });
    const id = await add('m');
    queue.wake();
    await eventually(async () => expect(await stateOf(id)).toBe('succeeded'));
    await eventually(() => expect(lines).toEqual([AWAY]));
    await expect(queue.ping()).rejects.toThrow('NOPERM');
    await bull.redis.acl('SETUSER', 'reader', '+@all');
    await eventually(() => expect(lines).toEqual([AWAY, BACK]));
    await bull.redis.acl('DELUSER', 'reader');
  });

  describe('while Redis is unavailable', () => {
    let proxy: TcpProxy;
    let lines: string[];
    const log: Log = {
      ...silentLog,
      info: (_fields, message) => lines.push(message),
      warn: (_fields, message) => lines.push(message),
    };
    beforeEach(async () => {
      lines = [];
      proxy = await startTcpProxy(bull.url, 6379);
      bull.url = proxy.url;
    });
    afterEach(() => proxy.close());

    it.each(['cut', 'hold', 'drop'] as const)(
      'the queue runs jobs during an outage of Redis and after it (%s)',
      async (how) => {
        const { runs, handler } = counting();
        const queue = start({ 'index-mod': handler }, { log });
        const before = await add('before');
        await queue.idle();
        await proxy[how]();
        const during = await add('during');
        queue.wake();
        await eventually(async () => expect(await stateOf(during)).toBe('succeeded'));
        await expect(queue.ping()).rejects.toThrow();
        expect(lines).toEqual([AWAY]);
        await proxy.mend();
        await eventually(() => expect(lines).toEqual([AWAY, BACK]));
        const after = await add('after');
        queue.wake();
        await eventually(async () => expect(await stateOf(after)).toBe('succeeded'));
        await queue.ping();
        expect(runs).toEqual([before, during, after]);
      },
    );

    it('the queue starts, runs jobs and stops without Redis, and requeues the running job', async () => {
      await proxy.cut();
      const begun = signal<void>();
      const queue = start({
        'index-mod': {
          run: (job) =>
            new Promise((_, reject) => {
              job.signal.addEventListener('abort', () => reject(new Error('stopped')));
              begun.resolve();
            }),
        },
      });
      const id = await add('m');
      queue.wake();
      await begun.promise;
      await queue.stop();
      expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0 });
    });

    it.each(['cut', 'hold'] as const)(
      'the queue requeues the running job if Redis fails during the run (%s)',
      async (how) => {
        const begun = signal<void>();
        const id = await add('m');
        const queue = start({
          'index-mod': {
            run: (job) =>
              new Promise((_, reject) => {
                job.signal.addEventListener('abort', () => reject(new Error('stopped')));
                begun.resolve();
              }),
          },
        });
        await begun.promise;
        await proxy[how]();
        await queue.stop();
        expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0 });
      },
    );
  });
});
