import { expect, it } from 'vitest';
import { createCalls } from '../../../src/platform/cluster/calls.js';
import { debtsHandler, remoteDebts } from '../../../src/platform/cluster/shared-debts.js';
import {
  createDebtRateLimiter,
  createDebts,
} from '../../../src/platform/rate-limit/memory-rate-limiter.js';
import { connectedChannels } from '../cluster/channels.js';
import { bucketOf, rateLimiterContract } from './contract.js';

/** Processes that count in the memory of one primary process. */
function openPrimary() {
  let time = 0;
  const debts = createDebts({ now: () => new Date(time) });
  let messages = 0;
  return {
    join() {
      const [near, far] = connectedChannels();
      const answer = debtsHandler(debts);
      createCalls(far, {
        debts(input) {
          messages += 1;
          return answer(input);
        },
      });
      return createDebtRateLimiter(remoteDebts(createCalls(near, {})));
    },
    messages: () => messages,
    async pass(seconds: number) {
      time += seconds * 1000;
    },
  };
}

rateLimiterContract('the memory of the primary process', async () => {
  const { join, pass } = openPrimary();
  return { limiter: join(), pass, close: async () => undefined };
});

it('two processes with one primary process together take no more than a bucket holds', async () => {
  const { join, messages } = openPrimary();
  const processes = [join(), join()];
  const bucket = bucketOf(6);
  const taken = await Promise.all(
    processes.flatMap((limiter) => Array.from({ length: 20 }, () => limiter.take([bucket]))),
  );
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(6);
  // The questions of requests that arrive together are one message.
  expect(messages()).toBe(2);
});
