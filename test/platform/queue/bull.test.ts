import Bull from 'bull';
import { describe, expect, it } from 'vitest';
import { createBullQueue } from '../../../src/platform/queue/bull-queue.js';
import { openBullTransport } from '../../../src/platform/queue/bull-transport.js';
import { eventually } from '../../eventually.js';
import { NEEDS_REDIS, REDIS_URL, redisUrl } from '../rate-limit/redis.js';
import { signal } from './bench.js';
import { useBullBench } from './bull-bench.js';
import { queueContract } from './contract.js';

/** The number of a Redis database that no other test uses: these tests flush it. */
const OWN = 1;

describe.skipIf(REDIS_URL === undefined)(`with a Redis${NEEDS_REDIS}`, () => {
  queueContract('Bull', (options) =>
    createBullQueue({ ...options, redisUrl: redisUrl(OWN), installation: 'contract' }),
  );

  describe('Bull', () => {
    const bull = useBullBench(OWN, 'bench');
    const { add, row, open, start, pass, now, standStill, stateOf, counting } = bull;
    const hints = () => bull.redis.lrange('modport:jobs:bench:index:wait', 0, -1);

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
        (await bull.redis.keys('modport:jobs:bench:*')).filter(
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
      const messenger = new Bull('index', redisUrl(OWN), { prefix: 'modport:jobs:bench' });
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
      await bull.redis.flushdb();
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
      await bull.redis.flushdb();
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
      await bull.redis.hset(
        `modport:jobs:bench:index:${id}-${attempts}-${runAt.getTime()}`,
        'name',
        'lost',
      );
      pass(6);
      await eventually(async () => expect(await stateOf(id)).toBe('succeeded'));
      expect(runs).toEqual([id]);
    });

    it('Bull signs in with the user and the encoded password of the URL', async () => {
      const password = 'p@ss/wo:rd';
      await bull.redis.acl('SETUSER', 'worker', 'on', `>${password}`, '~*', '&*', '+@all');
      const asked = new URL(bull.url);
      asked.username = 'worker';
      asked.password = encodeURIComponent(password);
      bull.url = asked.href;
      await open().ping();
      const id = await add('m');
      await start({}).idle();
      expect(await stateOf(id)).toBe('succeeded');
      asked.password = 'wrong';
      bull.url = asked.href;
      await expect(open().ping()).rejects.toThrow();
      await bull.redis.acl('DELUSER', 'worker');
    });

    it('a message that is no hint never reaches the database', async () => {
      const faults: string[] = [];
      const taken: string[] = [];
      const carrier = openBullTransport({
        redisUrl: bull.url,
        installation: 'bench',
        onFault: ({ message }) => faults.push(message),
      });
      carrier.deliver(async (id) => void taken.push(id));
      const messenger = new Bull('index', bull.url, { prefix: 'modport:jobs:bench' });
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
  });
});
