import { describe, expect, it } from 'vitest';
import type { ClaimedJob, JobHandler, Queue } from '../../../src/platform/queue/queue.port.js';
import type { QueueOptions } from '../../../src/platform/queue/row-queue.js';
import { JOBS, LANES, PERIODIC_JOBS } from '../../../src/registry/jobs.js';
import { eventually } from '../../eventually.js';
import { done, KIND, signal, useBench } from './bench.js';
import { leaseContract } from './contract-leases.js';

const LONG_KIND = 'scan-upload';
const { maxAttempts, backoffSeconds } = JOBS[KIND];

/** The promises of every queue, regardless of what carries its jobs. */
export function queueContract(name: string, create: (options: QueueOptions) => Queue): void {
  const bench = useBench(create);
  const { add, row } = bench;
  const start = (handler: JobHandler, options?: Partial<QueueOptions>) =>
    bench.start({ [KIND]: handler }, options);

  describe(`${name} as a queue`, () => {
    it('the queue runs a job once, with its payload, and marks it as succeeded', async () => {
      const seen: ClaimedJob[] = [];
      const id = await add('some-mod');
      const queue = start({
        async run(job) {
          seen.push(job);
          return { kind: 'done' };
        },
      });
      await queue.idle();
      expect(seen.map((job) => [job.id, job.payload, job.attempt])).toEqual([
        [id, { modId: 'some-mod' }, 1],
      ]);
      expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1, leaseUntil: null });
    });

    it('the queue does not touch the row if the handler settles it', async () => {
      const id = await add('m');
      const queue = start({
        async run(job) {
          await bench.db.job.update({ where: { id: job.id }, data: { state: 'cancelled' } });
          return { kind: 'settled' };
        },
      });
      await queue.idle();
      expect((await row(id)).state).toBe('cancelled');
    });

    it('the queue postpones a job at the request of its handler without counting an attempt', async () => {
      const id = await add('m');
      let runs = 0;
      const queue = start({
        async run() {
          runs += 1;
          return runs < 2 ? { kind: 'later', afterSeconds: 60 } : { kind: 'done' };
        },
      });
      await queue.idle();
      expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0 });
      bench.pass(61);
      queue.wake();
      await queue.idle();
      expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
    });

    it('the queue does not run a job before its time', async () => {
      const id = await add('m', { runAt: new Date(bench.now().getTime() + 60_000) });
      const queue = start({ run: done });
      await queue.idle();
      expect((await row(id)).state).toBe('queued');
      bench.pass(61);
      await queue.idle();
      expect((await row(id)).state).toBe('succeeded');
    });

    it('the queue retries a failed job with exponential backoff', async () => {
      const attempts: number[] = [];
      const id = await add('m');
      bench.standStill();
      const queue = start({
        async run(job) {
          attempts.push(job.attempt);
          throw new Error('not yet');
        },
      });
      await queue.idle();
      for (const waitSeconds of [backoffSeconds, 2 * backoffSeconds, 4 * backoffSeconds]) {
        const { state, runAt, updatedAt, lastError } = await row(id);
        expect([state, lastError]).toEqual(['queued', 'not yet']);
        expect(runAt.getTime() - updatedAt.getTime()).toBe(waitSeconds * 1000);
        const ran = attempts.length;
        await queue.idle();
        expect(attempts).toHaveLength(ran);
        bench.pass(waitSeconds + 0.001);
        await queue.idle();
      }
      expect(attempts).toEqual([1, 2, 3, 4]);
    });

    it('the queue fails a job after the last attempt, calls the exhausted handler once and stores the error', async () => {
      const exhausted: unknown[] = [];
      const id = await add('m');
      const queue = start({
        async run() {
          throw new Error('never');
        },
        async exhausted(job, error) {
          exhausted.push([job.attempt, String(error)]);
          return { kind: 'done' };
        },
      });
      for (let i = 0; i < maxAttempts + 2; i += 1) {
        await queue.idle();
        bench.pass(2 ** maxAttempts * backoffSeconds);
      }
      expect(exhausted).toEqual([[maxAttempts, 'Error: never']]);
      expect(await row(id)).toMatchObject({
        state: 'failed',
        attempts: maxAttempts,
        lastError: 'never',
        terminalReason: 'manual_intervention_required',
      });
    });

    it('the queue keeps one queued job per kind and key, and adds another while the first runs', async () => {
      const [first, second] = [
        await add('m', { dedupeKey: 'm' }),
        await add('m', { dedupeKey: 'm' }),
      ];
      expect(second).toBe(first);
      expect(await add('n', { dedupeKey: 'n' })).not.toBe(first);
      const running = signal<void>();
      const release = signal<void>();
      start({
        async run(job) {
          if (job.id !== first) return { kind: 'done' };
          running.resolve();
          await release.promise;
          return { kind: 'done' };
        },
      });
      await running.promise;
      const third = await add('m', { dedupeKey: 'm' });
      expect(third).not.toBe(first);
      release.resolve();
    });

    it('the queue requeues the running job when it stops, and the attempt does not count', async () => {
      const id = await add('m');
      const running = signal<void>();
      const queue = start({
        run: (job) =>
          new Promise((_, reject) => {
            job.signal.addEventListener('abort', () => reject(new Error('stopped')));
            running.resolve();
          }),
      });
      await running.promise;
      expect((await row(id)).state).toBe('processing');
      await queue.stop();
      expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0, leaseUntil: null });
      const next = start({ run: done });
      await next.idle();
      expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
    });

    it('the queue lets a running job end when it stops, and claims no other', async () => {
      const first = await add('m');
      const running = signal<void>();
      const release = signal<void>();
      const queue = start({
        async run() {
          running.resolve();
          await release.promise;
          return { kind: 'done' };
        },
      });
      await running.promise;
      const stopped = queue.stop();
      const late = await add('late');
      queue.wake();
      release.resolve();
      await stopped;
      expect([(await row(first)).state, (await row(late)).state]).toEqual(['succeeded', 'queued']);
    });

    it('the queue runs quick jobs while the long lane is full', async () => {
      const release = signal<void>();
      const scans = { begun: 0 };
      const queue = bench.start({
        [LONG_KIND]: {
          async run() {
            scans.begun += 1;
            await release.promise;
            return { kind: 'done' };
          },
        },
      });
      for (let at = 0; at < LANES.long.slots + 2; at += 1) await add('u', { kind: LONG_KIND });
      queue.wake();
      await eventually(() => expect(scans.begun).toBe(LANES.long.slots));
      const id = await add('m');
      queue.wake();
      await eventually(async () => expect((await row(id)).state).toBe('succeeded'));
      expect(scans.begun).toBe(LANES.long.slots);
      release.resolve();
      await queue.idle();
      expect(scans.begun).toBe(LANES.long.slots + 2);
    });

    it('the queue runs jobs that another process committed', async () => {
      start({ run: done });
      const other = bench.open();
      const id = await add('m');
      other.wake();
      await eventually(async () => expect((await row(id)).state).toBe('succeeded'));
    });

    it('the queue can be stopped at any time, and twice', async () => {
      const queue = start({ run: done });
      await Promise.all([queue.stop(), queue.stop()]);
      await queue.stop();
      await queue.idle();
      await bench.open().stop();
    });

    it('the queue enqueues each periodic job once per period, however many processes run', async () => {
      start({ run: done });
      start({ run: done });
      const periodsOf = async (kind: string) => {
        const jobs = await bench.db.job.findMany({ where: { kind } });
        return jobs.map(({ dedupeKey }) => dedupeKey);
      };
      for (const [kind] of PERIODIC_JOBS) {
        await eventually(async () => expect(await periodsOf(kind)).toHaveLength(1));
      }
      const [[kind, everySeconds] = ['freeze-ranks', 3600]] = PERIODIC_JOBS;
      bench.pass(everySeconds);
      await eventually(async () => expect(await periodsOf(kind)).toHaveLength(2));
      const keys = await periodsOf(kind);
      expect(new Set(keys).size).toBe(keys.length);
    });

    leaseContract(bench);
  });
}
