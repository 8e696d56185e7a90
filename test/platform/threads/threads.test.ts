import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { createThreads } from '../../../src/platform/threads/create-threads.js';
import { type Threads, threadProgram } from '../../../src/platform/threads/threads.port.js';
import { runChild } from '../../child.js';
import { eventually } from '../../eventually.js';

type Order =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'environment' | 'throw' | 'exit' | 'hoard' }
  | { readonly kind: 'require'; readonly path: string }
  | { readonly kind: 'loop'; readonly started: SharedArrayBuffer };

// Plain JavaScript, because Node starts a thread from the file itself.
const PROGRAM = threadProgram<Order, unknown>(new URL('./hostile-program.mjs', import.meta.url));
const LONG_MS = 60_000;
const SHORT_MS = 50;

const opened: Threads[] = [];
afterAll(() => Promise.all(opened.map((threads) => threads.close())));

function pool(threads = 1, queued = 4, nowMs?: () => number): Threads {
  const clock = nowMs ? { nowMs } : {};
  const made = createThreads({ threads, queued, queuedOfOne: queued + 1, heapMib: 32, ...clock });
  opened.push(made);
  return made;
}

const echo = (threads: Threads, value: unknown, deadlineMs = LONG_MS) =>
  threads.run(PROGRAM, { kind: 'echo', value }, { actor: 'echo', deadlineMs });

/** A run that never ends by itself, and a promise that resolves when a thread has started it. */
function loop(
  threads: Threads,
  deadlineMs: number,
  signal?: AbortSignal,
  spent: (threadMs: number) => void = () => undefined,
) {
  const started = new SharedArrayBuffer(4);
  const options = { actor: 'loop', deadlineMs, spent, ...(signal ? { signal } : {}) };
  const outcome = threads
    .run(PROGRAM, { kind: 'loop', started }, options)
    .catch((error: unknown) => error);
  const begun = () => eventually(() => expect(Atomics.load(new Int32Array(started), 0)).toBe(1));
  return { outcome, begun };
}

const failure = (code: string) => expect.objectContaining({ name: 'ThreadFailure', code });

test('a program returns its input and sees no environment variables', async () => {
  const threads = pool();
  const value = { text: 'ü', list: [1, null], bytes: new Uint8Array([1, 2]) };
  expect(await echo(threads, value)).toEqual(value);
  expect(
    await threads.run(PROGRAM, { kind: 'environment' }, { actor: 'one', deadlineMs: LONG_MS }),
  ).toEqual([]);
});

// Node 20 aborts the whole process if a thread is terminated while it requires an ES module.
test('a thread cannot require an ES module', async () => {
  const order: Order = { kind: 'require', path: './hostile-program.mjs' };
  const code = await pool().run(PROGRAM, order, { actor: 'one', deadlineMs: LONG_MS });
  expect(code).toBe('ERR_REQUIRE_ESM');
});

test('a deadline terminates a thread that never ends, and the next run gets a new thread', async () => {
  const threads = pool();
  const { outcome } = loop(threads, SHORT_MS);
  expect(await outcome).toEqual(failure('over_deadline'));
  expect(await echo(threads, 'next')).toBe('next');
});

test('the event loop continues while a thread is busy', async () => {
  const threads = pool();
  const stop = new AbortController();
  const { outcome, begun } = loop(threads, LONG_MS, stop.signal);
  await begun();
  stop.abort(new Error('enough'));
  expect(await outcome).toEqual(new Error('enough'));
});

test('a waiting run starts when a thread becomes free', async () => {
  const threads = pool();
  const stop = new AbortController();
  const { outcome, begun } = loop(threads, LONG_MS, stop.signal);
  await begun();
  const waiting = [echo(threads, 1), echo(threads, 2)];
  stop.abort(new Error('enough'));
  await outcome;
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});

test('a full queue refuses the next run immediately', async () => {
  const threads = pool(1, 2);
  const stop = new AbortController();
  const { outcome, begun } = loop(threads, LONG_MS, stop.signal);
  await begun();
  const waiting = [echo(threads, 1), echo(threads, 2)];
  await expect(echo(threads, 3)).rejects.toEqual(failure('busy'));
  stop.abort(new Error('enough'));
  await outcome;
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});

test('a run that gets no thread in time fails as busy, not as over its deadline', async () => {
  const threads = pool();
  const stop = new AbortController();
  const { outcome, begun } = loop(threads, LONG_MS, stop.signal);
  await begun();
  await expect(echo(threads, 1, SHORT_MS)).rejects.toEqual(failure('busy'));
  stop.abort(new Error('enough'));
  await outcome;
});

test('a run whose wait took most of its deadline fails as busy, not as over its deadline', async () => {
  let now = 0;
  const threads = pool(1, 4, () => now);
  const stop = new AbortController();
  const first = loop(threads, LONG_MS, stop.signal);
  await first.begun();
  const started = new SharedArrayBuffer(4);
  const late = threads
    .run(PROGRAM, { kind: 'loop', started }, { actor: 'late', deadlineMs: 1_000 })
    .catch((error: unknown) => error);
  now = 251;
  stop.abort(new Error('enough'));
  await first.outcome;
  expect(await late).toEqual(failure('busy'));
});

test('an aborted run reports its thread time, and a run without a thread reports nothing', async () => {
  let now = 0;
  const threads = pool(1, 4, () => now);
  const stop = new AbortController();
  const times: number[] = [];
  const first = loop(threads, LONG_MS, stop.signal, (ms) => times.push(ms));
  await first.begun();
  const gone = new AbortController();
  const second = loop(threads, LONG_MS, gone.signal, (ms) => times.push(ms));
  gone.abort(new Error('gone'));
  await second.outcome;
  now = 70;
  stop.abort(new Error('enough'));
  await first.outcome;
  expect(times).toEqual([70]);
});

test('a run that is aborted while it waits leaves the queue', async () => {
  const threads = pool(1, 1);
  const stop = new AbortController();
  const { outcome, begun } = loop(threads, LONG_MS, stop.signal);
  await begun();
  const impatient = new AbortController();
  const given = threads.run(
    PROGRAM,
    { kind: 'echo', value: 1 },
    { actor: 'echo', deadlineMs: LONG_MS, signal: impatient.signal },
  );
  impatient.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  const waiting = echo(threads, 2);
  stop.abort(new Error('enough'));
  await outcome;
  expect(await waiting).toBe(2);
});

test.each([
  ['throw', 'crashed'],
  ['exit', 'crashed'],
  ['hoard', 'out_of_memory'],
] as const)(
  'a program that ends by "%s" fails as %s, and the pool continues',
  async (kind, code) => {
    const threads = pool();
    await expect(
      threads.run(PROGRAM, { kind }, { actor: 'one', deadlineMs: LONG_MS }),
    ).rejects.toEqual(failure(code));
    expect(await echo(threads, 'next')).toBe('next');
  },
);

test('a closed pool terminates its threads and refuses later runs', async () => {
  const threads = pool();
  const { outcome, begun } = loop(threads, LONG_MS);
  await begun();
  const waiting = echo(threads, 1).catch((error: unknown) => error);
  await threads.close();
  expect(await outcome).toEqual(failure('stopped'));
  expect(await waiting).toEqual(failure('stopped'));
  await expect(echo(threads, 2)).rejects.toEqual(failure('stopped'));
});

const CHILD = `
  import { isMainThread } from 'node:worker_threads';
  import { createThreads } from './src/platform/threads/create-threads.js';
  import { threadProgram } from './src/platform/threads/threads.port.js';
  export default (value) => value + 1;
  if (isMainThread) {
    const threads = createThreads({ threads: 1, queued: 1, queuedOfOne: 1, heapMib: 32 });
    const program = threadProgram(new URL(import.meta.url));
    console.log(await threads.run(program, 1, { actor: 'one', deadlineMs: 60_000 }));
  }`;

test('an idle pool does not keep the process alive', async () => {
  const child = await runChild(CHILD, []);
  const ended = once(child.process, 'exit');
  expect(await child.line()).toBe('2');
  expect(await ended).toEqual([0, null]);
});
