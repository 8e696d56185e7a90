import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { createOtlpTracer, type OtlpTracer } from '../../../src/platform/tracing/otlp-tracer.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { eventually } from '../../eventually.js';

let open = 0;
/** Sends a byte again and again, so that no connection is ever idle. */
const collector = createServer((_request, response) => {
  open += 1;
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => {
    open -= 1;
    clearInterval(timer);
  });
});
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

/** Ends so many spans in a tracer with a short time for each batch. */
function endSpans(tracer: OtlpTracer, count: number): void {
  for (let each = 0; each < count; each += 1) tracer.start({ name: 'span', parent: null }).end();
}

function tracerOf(lost: Map<string, number>): OtlpTracer {
  const { port } = collector.address() as AddressInfo;
  const { tracing } = loadConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'always_on',
  });
  if (tracing === undefined) throw new Error('no collector');
  const note = (error: unknown, spans: number) => {
    const name = error instanceof Error ? error.name : 'none';
    lost.set(name, (lost.get(name) ?? 0) + spans);
  };
  return createOtlpTracer(tracing, note, 0.2);
}

test('a collector that trickles its responses loses each batch, and no connection stays open', async () => {
  const lost = new Map<string, number>();
  const tracer = tracerOf(lost);
  // More batches than may be on their way at once.
  for (let batch = 1; batch <= 7; batch += 1) {
    endSpans(tracer, 3);
    await tracer.flush();
    await eventually(() => expect(Object.fromEntries(lost)).toEqual({ SlowCollector: 3 * batch }));
  }
  await eventually(() => expect(open).toBe(0));
  await tracer.close();
});

test('each span that does not reach the collector is reported, those beyond the queue too', async () => {
  const lost = new Map<string, number>();
  const tracer = tracerOf(lost);
  const count = 2 * LIMITS.spansQueued;
  endSpans(tracer, count);
  await tracer.flush();
  await tracer.close();
  await eventually(() => {
    expect([...lost.values()].reduce((sum, spans) => sum + spans, 0)).toBe(count);
  });
  expect(lost.get('QueueFull')).toBeGreaterThan(0);
});
