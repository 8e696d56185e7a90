import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createKeyedSemaphore,
  createSemaphore,
  createWorkLimit,
} from '../../src/platform/concurrency.js';

/** Tasks that end at the request of the test, and a record of the running ones. */
function createWorkers() {
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const working: string[] = [];
  const begun: string[] = [];
  return {
    working,
    begun,
    work: (who: string) => async () => {
      begun.push(who);
      working.push(who);
      const end = deferred();
      ends.set(who, end);
      await end.promise.finally(() => working.splice(working.indexOf(who), 1));
      return who;
    },
    end: (who: string) => ends.get(who)?.resolve(),
    fail: (who: string) => ends.get(who)?.reject(new Error(who)),
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function deferred(): PromiseWithResolvers<void> {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Resolves after all pending microtasks and immediates. */
const still = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('a semaphore never exceeds its count and admits tasks in FIFO order, whichever ends or fails first', async () => {
    const scenario = fc.record({
      count: fc.integer({ min: 1, max: 4 }),
      ends: fc.array(fc.record({ at: fc.nat(), fails: fc.boolean() }), { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ count, ends }) => {
        const semaphore = createSemaphore(count);
        const { working, begun, work, end, fail } = createWorkers();
        const names = ends.map((_, i) => String(i));
        const all = Promise.allSettled(names.map((name) => semaphore.run(work(name))));
        for (const { at, fails } of ends) {
          await still();
          expect(working.length).toBe(
            Math.min(count, names.length - begun.length + working.length),
          );
          const who = working[at % working.length] ?? '';
          (fails ? fail : end)(who);
        }
        await all;
        expect(begun).toEqual(names);
        expect([semaphore.taken(), semaphore.waiting()]).toEqual([0, 0]);
      }),
      { numRuns: 50 },
    );
  });

  it('a semaphore gives a freed place to a waiting task before a later one', async () => {
    const semaphore = createSemaphore(1);
    expect(semaphore.tryTake()).toBe(true);
    const waiting = semaphore.take();
    semaphore.free();
    expect(semaphore.tryTake()).toBe(false);
    await waiting;
    semaphore.free();
    expect(semaphore.tryTake()).toBe(true);
  });
});

it('a work limit rejects a task when its slots and its queue are full, and never starts it', async () => {
  const limit = createWorkLimit({ atOnce: 1, waiting: 1 });
  const { begun, work, end } = createWorkers();
  const first = limit.run(work('first'));
  const second = limit.run(work('second'));
  expect(limit.run(work('third'))).toBeNull();
  await still();
  end('first');
  expect(await first).toBe('first');
  await still();
  end('second');
  expect(await second).toBe('second');
  expect(begun).toEqual(['first', 'second']);
  expect(limit.run(async () => 'later')).not.toBeNull();
});

it('a keyed semaphore bounds each key, also under quick releases and acquisitions, and no key waits for another', async () => {
  const rooms = createKeyedSemaphore(2);
  const { working, work, end } = createWorkers();
  const held = rooms('other', work('other'));
  let inside = 0;
  let most = 0;
  const steps = async (count: number) => {
    inside += 1;
    most = Math.max(most, inside);
    for (let step = 0; step < count; step += 1) await null;
    inside -= 1;
  };
  const delays = fc.sample(fc.nat({ max: 6 }), { numRuns: 6_000, seed: 1 });
  const delay = () => delays.pop() ?? 0;
  const visitors = [0, 1, 2].map(async () => {
    for (let visit = 0; visit < 1_000; visit += 1) {
      await rooms('one', () => steps(delay()));
      for (let step = delay(); step > 0; step -= 1) await null;
    }
  });
  await Promise.all(visitors);
  expect([most, working]).toEqual([2, ['other']]);
  end('other');
  expect(await held).toBe('other');
});
