import Bull from 'bull';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Log, silentLog } from '../../../src/platform/log.js';
import { openBullCarrier } from '../../../src/platform/queue/bull-carrier.js';
import { createBullQueue } from '../../../src/platform/queue/bull-queue.js';
import type { JobHandler } from '../../../src/platform/queue/queue.port.js';
import { LANE_NAMES } from '../../../src/registry/jobs.js';
import { eventually } from '../../eventually.js';
import { startTcpProxy, type TcpProxy } from '../../service/tcp-proxy.js';
import { NEEDS_REDIS, REDIS_URL, redisUrl } from '../rate-limit/redis.js';
import { queueContract, signal, useBench } from './contract.js';

/** The number of a Redis database that no other test uses: these tests flush it. */
const OWN = 1;
const AWAY = 'jobs are found in the database alone';
const BACK = 'jobs are carried by Redis again';

describe.skipIf(REDIS_URL === undefined)(`with a Redis${NEEDS_REDIS}`, () => {
  queueContract('Bull', (options) =>
    createBullQueue({ ...options, redisUrl: redisUrl(OWN), installation: 'contract' }),
  );

  describe('Bull', () => {
    let redis: Redis;
    /** The URL of Redis for the next queue. */
    let url: string;
    beforeAll(() => {
      redis = new Redis(redisUrl(OWN));
    });
    beforeEach(async () => {
      url = redisUrl(OWN);
      await redis.flushdb();
    });
    afterAll(() => redis.disconnect());
    const { add, row, open, start, pass, now, standStill } = useBench((options) =>
      createBullQueue({ ...options, redisUrl: url, installation: 'bench' }),
    );
    const stateOf = async (id: string) => (await row(id)).state;

    const counting = () => {
      const runs: string[] = [];
      const handler: JobHandler = {
        async run(job) {
          runs.push(job.id);
          return { kind: 'done' };
        },
      };
      return { runs, handler };
    };
    const hints = () => redis.lrange('modport:jobs:bench:quick:wait', 0, -1);

    it('Bull carries one hint per due time of a row, however many processes send it', async () => {
      const queues = [open(), open(), open()];
      await add('m');
      for (const queue of queues) queue.wake();
      await eventually(async () => expect(await hints()).toHaveLength(1));
      for (const queue of queues) queue.wake();
      await add('n');
      for (const queue of queues) queue.wake();
      await eventually(async () => expect(await hints()).toHaveLength(2));
    });

    it('Bull delivers jobs of both lanes to a process that does not poll', async () => {
      // Polling claims only jobs that are due for some time; with a stopped clock it finds none.
      const ids = [await add('m'), await add('u', { kind: 'scan-upload' })];
      standStill();
      start({});
      open().wake();
      await eventually(async () => {
        expect(await Promise.all(ids.map(stateOf))).toEqual(['succeeded', 'succeeded']);
      });
    });

    it('Bull leaves nothing in Redis after jobs that succeeded or failed', async () => {
      const ids = [await add('m'), await add('n')];
      const queue = start({
        'index-mod': {
          async run(job) {
            if (job.id === ids[0]) throw new Error('not yet');
            return { kind: 'done' };
          },
        },
      });
      await queue.idle();
      const left = async () =>
        (await redis.keys('modport:jobs:bench:*')).filter(
          (key) => !/(:id|:stalled-check)$/.test(key),
        );
      await eventually(async () => expect(await left()).toEqual([]));
    });

    it('Bull drops a hint for a row that already ran, is not due or does not exist', async () => {
      const { runs, handler } = counting();
      const [ended, later] = [
        await add('m'),
        await add('n', { runAt: new Date(now().getTime() + 60_000) }),
      ];
      const queue = start({ 'index-mod': handler });
      await queue.idle();
      const unknown = '01900000-0000-7000-8000-000000000000';
      const messenger = new Bull('quick', redisUrl(OWN), { prefix: 'modport:jobs:bench' });
      for (const id of [ended, later, unknown])
        await messenger.add({ id }, { removeOnComplete: true });
      await eventually(async () => {
        expect(await messenger.getJobCounts()).toMatchObject({ waiting: 0, active: 0, failed: 0 });
      });
      await messenger.close();
      expect(runs).toEqual([ended]);
      expect(await row(later)).toMatchObject({ state: 'queued', attempts: 0 });
    });

    it('Bull runs every job whose hint was lost in a flush of Redis', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => add(`m${at}`)));
      open().wake();
      await eventually(async () => expect(await hints()).toHaveLength(ids.length));
      await redis.flushdb();
      const { runs, handler } = counting();
      await start({ 'index-mod': handler }).idle();
      expect(runs.sort()).toEqual(ids.sort());
    });

    it('Bull runs a job once if Redis is flushed during the run, and then runs the next job', async () => {
      const begun = signal<void>();
      const release = signal<void>();
      const first = await add('m');
      const runs: string[] = [];
      start({
        'index-mod': {
          async run(job) {
            runs.push(job.id);
            if (job.id === first) {
              begun.resolve();
              await release.promise;
            }
            return { kind: 'done' };
          },
        },
      });
      await begun.promise;
      await redis.flushdb();
      const second = await add('n');
      await eventually(async () => expect(await stateOf(second)).toBe('succeeded'));
      release.resolve();
      await eventually(async () => expect(await stateOf(first)).toBe('succeeded'));
      expect(runs).toEqual([first, second]);
    });

    it('Bull claims jobs without a hint', async () => {
      const { runs, handler } = counting();
      const queue = start({ 'index-mod': handler });
      await queue.idle();
      const id = await add('m');
      const { attempts, runAt } = await row(id);
      // The state after a process died between taking a hint and reading it.
      await redis.hset(
        `modport:jobs:bench:quick:${id}-${attempts}-${runAt.getTime()}`,
        'name',
        'lost',
      );
      pass(6);
      await eventually(async () => expect(await stateOf(id)).toBe('succeeded'));
      expect(runs).toEqual([id]);
    });

    it('Bull signs in with the user and the encoded password of the URL', async () => {
      const password = 'p@ss/wo:rd';
      await redis.acl('SETUSER', 'worker', 'on', `>${password}`, '~*', '&*', '+@all');
      const asked = new URL(url);
      asked.username = 'worker';
      asked.password = encodeURIComponent(password);
      url = asked.href;
      await open().ping();
      const id = await add('m');
      await start({}).idle();
      expect(await stateOf(id)).toBe('succeeded');
      asked.password = 'wrong';
      url = asked.href;
      await expect(open().ping()).rejects.toThrow();
      await redis.acl('DELUSER', 'worker');
    });

    it('a message that is no hint never reaches the database', async () => {
      const faults: string[] = [];
      const taken: string[] = [];
      const carrier = openBullCarrier({
        redisUrl: url,
        installation: 'bench',
        onFault: ({ message }) => faults.push(message),
      });
      carrier.deliver(async (id) => void taken.push(id));
      const messenger = new Bull('quick', url, { prefix: 'modport:jobs:bench' });
      const hostile = [
        null,
        7,
        [],
        {},
        { id: null },
        { id: ['01900000-0000-7000-8000-000000000000'] },
        { id: "01900000-0000-7000-8000-000000000000' or true --" },
        { id: 'x'.repeat(1_000_000) },
        JSON.parse('{"__proto__": {"id": "01900000-0000-7000-8000-000000000000"}}'),
      ];
      for (const data of hostile) await messenger.add(data);
      await eventually(() => expect(faults).toHaveLength(hostile.length));
      await Promise.all([messenger.close(), carrier.pause().then(carrier.close)]);
      expect(taken).toEqual([]);
      expect(Object.hasOwn(Object.prototype, 'id')).toBe(false);
    });

    it('a password change at runtime leaves no unhandled rejection', async () => {
      const unhandled: unknown[] = [];
      const note = (error: unknown) => void unhandled.push(error);
      process.on('unhandledRejection', note);
      const lines: string[] = [];
      const log: Log = { ...silentLog, warn: (_fields, message) => lines.push(message) };
      const proxy = await startTcpProxy(url, 6379);
      await redis.acl('SETUSER', 'rotated', 'on', '>former', '~*', '&*', '+@all');
      url = proxy.url.replace('//', '//rotated:former@');
      const queue = start({}, { log });
      await queue.idle();
      // Three connections per lane of a process that runs jobs, with two sockets each.
      const connections = 3 * LANE_NAMES.length;
      await eventually(() => expect(proxy.connections()).toBe(2 * connections));
      await redis.acl('DELUSER', 'rotated');
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
      await redis.acl('SETUSER', 'reader', 'on', '>reader', '~*', '&*', '+@all', '-@write');
      url = url.replace('//', '//reader:reader@');
      const queue = start({}, { log });
      const id = await add('m');
      queue.wake();
      await eventually(async () => expect(await stateOf(id)).toBe('succeeded'));
      await eventually(() => expect(lines).toEqual([AWAY]));
      await expect(queue.ping()).rejects.toThrow('NOPERM');
      await redis.acl('SETUSER', 'reader', '+@all');
      await eventually(() => expect(lines).toEqual([AWAY, BACK]));
      await redis.acl('DELUSER', 'reader');
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
        proxy = await startTcpProxy(url, 6379);
        url = proxy.url;
      });
      afterEach(() => proxy.close());

      it.each(['cut', 'hold'] as const)(
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
});
