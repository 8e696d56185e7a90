import { expect, it } from 'vitest';
import { createWriteQueue } from '../../../../src/platform/search/meilisearch/write-queue.js';
import { inScope, scopeNow } from '../../../../src/platform/work-scope.js';

/** A run of the queue that a test ends. */
interface Run {
  readonly items: readonly number[];
  end(error?: Error): void;
}

function queueOf() {
  const runs: Run[] = [];
  const write = createWriteQueue<number>(
    (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, end: (error) => (error ? reject(error) : resolve()) });
      }),
  );
  return { runs, write };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('calls during a run wait and then run together', async () => {
  const { runs, write } = queueOf();
  const first = write([1]);
  const others = Promise.all([write([2]), write([3])]);
  runs[0]?.end();
  await first;
  await turn();
  runs[1]?.end();
  await others;
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
});

it('a failed run rejects its callers only', async () => {
  const { runs, write } = queueOf();
  const first = write([1]);
  const second = write([2]);
  runs[0]?.end(new Error('full'));
  await expect(first).rejects.toThrow('full');
  await turn();
  runs[1]?.end();
  await second;
});

it('a large call runs in parts of 250 items', async () => {
  const { runs, write } = queueOf();
  const all = write(Array.from({ length: 600 }, (_, at) => at));
  for (let run = 0; run < 3; run += 1) {
    runs[run]?.end();
    await turn();
  }
  await all;
  expect(runs.map(({ items }) => items.length)).toEqual([250, 250, 100]);
});

it('the queue refuses callers beyond 500', async () => {
  const { runs, write } = queueOf();
  const first = write([0]);
  const waiting = Array.from({ length: 500 }, (_, at) => write([at]));
  await expect(write([1])).rejects.toThrow('too many writes wait');
  runs[0]?.end();
  await first;
  for (let run = 1; run < 3; run += 1) {
    await turn();
    runs[run]?.end();
  }
  await Promise.all(waiting);
});

it('each run is in the scope of the first of its callers', async () => {
  const lanes: string[] = [];
  const write = createWriteQueue<number>(async () => {
    await turn();
    lanes.push(scopeNow().lane);
  });
  const inLane = (lane: 'jobs' | 'health') => inScope({ lane, gone: null }, () => write([1]));
  await Promise.all([inLane('jobs'), inLane('health'), inLane('jobs')]);
  expect(lanes).toEqual(['jobs', 'health']);
});
