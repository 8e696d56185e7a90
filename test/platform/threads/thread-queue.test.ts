import { expect, test } from 'vitest';
import { createThreadQueue, type ThreadQueue } from '../../../src/platform/threads/thread-queue.js';

const NEVER = new AbortController().signal;
const PATIENCE_MS = 60_000;

const take = (queue: ThreadQueue, actor: string, signal = NEVER) =>
  queue.take({ actor, signal, patienceMs: PATIENCE_MS });

const failure = (code: string) => expect.objectContaining({ name: 'ThreadFailure', code });

/** Takes threads, records their order, and keeps the functions that free them. */
function noting(queue: ThreadQueue) {
  const order: string[] = [];
  const free = new Map<string, () => void>();
  const ask = (actor: string, name = actor) =>
    take(queue, actor).then((give) => {
      order.push(name);
      free.set(name, give);
    });
  const end = async (name: string) => {
    free.get(name)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { order, ask, end };
}

test('an actor with a running thread leaves the other threads to other actors', async () => {
  const queue = createThreadQueue({ threads: 2, queued: 8, queuedOfOne: 3 });
  const { order, ask, end } = noting(queue);
  await ask('attacker', 'first');
  const later = [ask('attacker', 'second'), ask('attacker', 'third')];
  await ask('victim');
  expect(order).toEqual(['first', 'victim']);
  await end('victim');
  expect(order).toEqual(['first', 'victim']);
  await end('first');
  expect(order).toEqual(['first', 'victim', 'second']);
  await end('second');
  await Promise.all(later);
  expect(order).toEqual(['first', 'victim', 'second', 'third']);
});

test('free threads go to the actors in turn, however many runs one actor has queued', async () => {
  const queue = createThreadQueue({ threads: 1, queued: 8, queuedOfOne: 3 });
  const { order, ask, end } = noting(queue);
  await ask('a', 'a1');
  const later = [ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2'), ask('c', 'c1')];
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  await Promise.all(later);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an actor over its share is refused, and others can still queue', async () => {
  const queue = createThreadQueue({ threads: 1, queued: 4, queuedOfOne: 2 });
  const { order, ask, end } = noting(queue);
  await ask('a', 'a1');
  const later = [ask('a', 'a2'), ask('a', 'a3')];
  await expect(ask('a', 'a4')).rejects.toEqual(failure('over_share'));
  const other = ask('b', 'b1');
  await end('a1');
  await other;
  for (const name of ['b1', 'a2']) await end(name);
  await Promise.all(later);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('a full queue admits a new actor by dropping a run of the actor with the most runs', async () => {
  const queue = createThreadQueue({ threads: 1, queued: 3, queuedOfOne: 3 });
  const { order, ask, end } = noting(queue);
  await ask('a', 'a1');
  const [a2, a3, a4] = ['a2', 'a3', 'a4'].map((name) => ask('a', name));
  const pushedOut = expect(a4).rejects.toEqual(failure('over_share'));
  const b1 = ask('b', 'b1');
  await pushedOut;
  const pushedOutToo = expect(a3).rejects.toEqual(failure('over_share'));
  const c1 = ask('c', 'c1');
  await pushedOutToo;
  await expect(ask('d', 'd1')).rejects.toEqual(failure('busy'));
  for (const name of ['a1', 'b1', 'c1']) await end(name);
  await Promise.all([a2, b1, c1]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('a thread that is freed twice becomes free once', async () => {
  const queue = createThreadQueue({ threads: 1, queued: 4, queuedOfOne: 2 });
  const free = await take(queue, 'a');
  free();
  const again = await take(queue, 'a');
  free();
  const { order, ask } = noting(queue);
  const waiting = ask('a', 'next');
  await Promise.resolve();
  expect(order).toEqual([]);
  again();
  await waiting;
  expect(order).toEqual(['next']);
});

test('a run that is aborted while it waits leaves the queue of its actor', async () => {
  const queue = createThreadQueue({ threads: 1, queued: 1, queuedOfOne: 1 });
  const free = await take(queue, 'a');
  const client = new AbortController();
  const waiting = take(queue, 'a', client.signal);
  client.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const next = take(queue, 'a');
  free();
  (await next)();
  (await take(queue, 'b'))();
});
