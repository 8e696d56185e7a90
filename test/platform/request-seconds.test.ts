import fc from 'fast-check';
import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { BOUNDS, RequestSeconds } from '../../src/platform/metrics/request-seconds.js';

const seconds = fc.oneof(
  fc.constantFrom(...BOUNDS),
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.constant(1e6),
);
const request = fc.record({
  operation: fc.constantFrom('listMods', 'getMod', 'page'),
  method: fc.constantFrom('GET', 'POST'),
  status: fc.constantFrom(200, 304, 499),
  seconds,
});

test('the histogram of requests prints and adds up what the one of prom-client does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 30 }), async (requests) => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const own = new RequestSeconds(ours);
      const reference = new Histogram({
        name: 'modport_request_seconds',
        help: 'Time from the request line to the end of the response.',
        labelNames: ['operation', 'method', 'status'],
        buckets: [...BOUNDS],
        registers: [theirs],
      });
      for (const { operation, method, status, seconds } of requests) {
        own.record(operation, method, status, seconds);
        reference.observe({ operation, method, status: String(status) }, seconds);
      }
      expect(await ours.metrics()).toBe(await theirs.metrics());
      const twice = async (one: Registry) => {
        const snapshot = await one.getMetricsAsJSON();
        return AggregatorRegistry.aggregate([snapshot, structuredClone(snapshot)]).metrics();
      };
      expect(await twice(ours)).toBe(await twice(theirs));
    }),
    { numRuns: 50 },
  );
});
