import { expect, test } from 'vitest';
import { createQueueWithoutRedis } from '../../../src/platform/queue/open-queue.js';
import { type ClaimedJob, enqueue } from '../../../src/platform/queue/queue.port.js';
import { KIND, useBench } from './bench.js';

const bench = useBench(createQueueWithoutRedis);

test('a handler gets its payload without the trace that another process added to it', async () => {
  const seen: ClaimedJob[] = [];
  const queue = bench.start({
    [KIND]: {
      async run(job: ClaimedJob) {
        seen.push(job);
        return { kind: 'done' };
      },
    },
  });
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
  await enqueue(bench.db, { kind: KIND, payload: { modId: 'm', traceparent } });
  await queue.idle();
  expect(seen.map(({ payload }) => payload)).toEqual([{ modId: 'm' }]);
});

test('a job of a process without a tracer has no trace in its payload', async () => {
  bench.open();
  const { payload } = await bench.row(await bench.add('m'));
  expect(payload).toEqual({ modId: 'm' });
});
