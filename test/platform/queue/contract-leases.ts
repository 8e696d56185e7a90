import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { JobHandler } from '../../../src/platform/queue/queue.port.js';
import type { QueueOptions } from '../../../src/platform/queue/row-queue.js';
import { JOBS } from '../../../src/registry/jobs.js';
import { eventually } from '../../eventually.js';
import { type Bench, done, KIND, signal } from './bench.js';

const { maxAttempts, leaseSeconds } = JOBS[KIND];

/** The promises of every queue about leases and several processes. */
export function leaseContract(bench: Bench): void {
  const { add, row } = bench;
  const start = (handler: JobHandler, options?: Partial<QueueOptions>) =>
    bench.start({ [KIND]: handler }, options);

  it('the queue takes over the job of a dead holder after its lease expired, not before', async () => {
    const id = await add('m');
    await bench.db.job.update({
      where: { id },
      data: {
        state: 'processing',
        attempts: 1,
        leaseOwner: 'dead',
        leaseUntil: new Date(bench.now().getTime() + leaseSeconds * 1000),
      },
    });
    const attempts: number[] = [];
    const queue = start({
      async run(job) {
        attempts.push(job.attempt);
        return { kind: 'done' };
      },
    });
    await queue.idle();
    expect(attempts).toEqual([]);
    bench.pass(leaseSeconds + 0.001);
    await queue.idle();
    expect([attempts, (await row(id)).state]).toEqual([[2], 'succeeded']);
  });

  it('the queue fails a job that killed its holder in every attempt', async () => {
    const id = await add('m');
    await bench.db.job.update({
      where: { id },
      data: { state: 'processing', attempts: maxAttempts, leaseUntil: bench.now() },
    });
    let [runs, told] = [0, 0];
    const queue = start({
      async run() {
        runs += 1;
        return { kind: 'done' };
      },
      async exhausted() {
        told += 1;
        return { kind: 'done' };
      },
    });
    bench.pass(0.001);
    await queue.idle();
    expect([runs, told, (await row(id)).state]).toEqual([0, 1, 'failed']);
  });

  it('the queue keeps the error of an earlier attempt if the last attempt was cut off', async () => {
    const id = await add('m');
    const cut = { state: 'processing', attempts: maxAttempts, leaseUntil: bench.now() } as const;
    await bench.db.job.update({ where: { id }, data: { ...cut, lastError: 'disk full' } });
    const queue = start({ run: done });
    bench.pass(0.001);
    await queue.idle();
    const { state, lastError } = await row(id);
    expect(state).toBe('failed');
    expect(lastError).toMatch(/^the process ended, .* in the last attempt; .*: disk full$/);
  });

  it('the queue keeps the error of the last attempt if the exhausted handler then fails', async () => {
    const id = await add('m');
    const before = { attempts: maxAttempts - 1, lastError: 'disk full' };
    await bench.db.job.update({ where: { id }, data: before });
    let faults = 2;
    const queue = start({
      async run() {
        throw new Error('no route');
      },
      async exhausted() {
        faults -= 1;
        if (faults >= 0) throw new Error('database away');
        return { kind: 'done' };
      },
    });
    for (let run = 0; run < 3; run += 1) {
      await queue.idle();
      bench.pass(leaseSeconds + 0.001);
    }
    const { state, lastError } = await row(id);
    expect(state).toBe('failed');
    expect(lastError).toMatch(
      /could not give up the job in the last attempt; the last reported .*: no route$/,
    );
  });

  it('the queue calls no exhausted handler in a run whose lease another process has taken', async () => {
    const id = await add('m');
    await bench.db.job.update({ where: { id }, data: { attempts: maxAttempts - 1 } });
    let told = 0;
    const queue = start({
      async run() {
        const leaseOwner = 'another process';
        await bench.db.job.update({ where: { id }, data: { leaseOwner } });
        throw new Error('too late');
      },
      async exhausted() {
        told += 1;
        return { kind: 'done' };
      },
    });
    await queue.idle();
    expect([told, (await row(id)).state]).toEqual([0, 'processing']);
  });

  it('the queue of an exclusive process takes over leases of its last run immediately', async () => {
    const id = await add('m');
    const leaseUntil = new Date(bench.now().getTime() + leaseSeconds * 1000);
    await bench.db.job.update({ where: { id }, data: { state: 'processing', leaseUntil } });
    const ran = signal<string>();
    start(
      {
        async run(job) {
          ran.resolve(job.id);
          return { kind: 'done' };
        },
      },
      { exclusive: true },
    );
    expect(await ran.promise).toBe(id);
  });

  it('the queue never runs one job in two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, at) => add(`m${at}`)));
    const runs: string[] = [];
    const handler: JobHandler = {
      async run(job) {
        runs.push(job.id);
        await delay(1);
        return { kind: 'done' };
      },
    };
    const [one, two] = [start(handler), start(handler)];
    await Promise.all([one.idle(), two.idle()]);
    await Promise.all([one.idle(), two.idle()]);
    expect([...runs].sort()).toEqual([...ids].sort());
  });

  it('the queue aborts a run whose lease another process has taken, says so, and leaves the row unchanged', async () => {
    const id = await add('m');
    const running = signal<void>();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const ended = signal<unknown>();
    start({
      run: (job) =>
        new Promise((resolve) => {
          job.signal.addEventListener('abort', () => {
            ended.resolve(job.signal.reason);
            resolve({ kind: 'done' });
          });
          running.resolve();
        }),
    });
    await running.promise;
    await bench.db.job.update({ where: { id }, data: { leaseOwner: 'another process' } });
    vi.advanceTimersByTime(leaseSeconds * 1000);
    expect(String(await ended.promise)).toMatch(/^LeaseLost: the lease of the job was lost/);
    vi.useRealTimers();
    expect(await row(id)).toMatchObject({ state: 'processing', leaseOwner: 'another process' });
  });

  it('the queue renews the lease while a job runs', async () => {
    const id = await add('m');
    const running = signal<void>();
    const release = signal<void>();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const queue = start({
      async run() {
        running.resolve();
        await release.promise;
        return { kind: 'done' };
      },
    });
    await running.promise;
    const { leaseUntil } = await row(id);
    bench.pass(leaseSeconds / 2);
    vi.advanceTimersByTime(leaseSeconds * 500);
    await eventually(async () =>
      expect(Number((await row(id)).leaseUntil)).toBeGreaterThan(Number(leaseUntil)),
    );
    vi.useRealTimers();
    release.resolve();
    await queue.idle();
    expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
  });

  it('the queue never settles a job from an earlier run after it claimed the job again', async () => {
    const id = await add('m');
    const started: (() => void)[] = [];
    const queue = start({
      run: () => new Promise((resolve) => started.push(() => resolve({ kind: 'done' }))),
    });
    await eventually(() => expect(started).toHaveLength(1));
    bench.pass(leaseSeconds + 0.001);
    queue.wake();
    await eventually(() => expect(started).toHaveLength(2));
    started[0]?.();
    await delay(0);
    expect(await row(id)).toMatchObject({ state: 'processing', attempts: 2 });
    started[1]?.();
    await queue.idle();
    expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 2 });
  });
}
