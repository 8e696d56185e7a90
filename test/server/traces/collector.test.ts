import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog, type Log } from '../../../src/platform/log.js';
import { warnAtMostEvery } from '../../../src/platform/tracing/open-tracing.js';
import { lostSpans, tracerNow } from '../../../src/platform/tracing/tracing.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';

const lines: string[] = [];
const log: Log = createLog('info', { write: (line) => void lines.push(line) });
const SECRET = 'Bearer canary-collector-token';
/** Never responds, until it refuses everything. */
let isSilent = true;
const collector = createServer((_request, response) => {
  if (!isSilent) response.writeHead(400).end(SECRET);
});
const environment: NodeJS.ProcessEnv = {
  OTEL_TRACES_SAMPLER: 'always_on',
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(SECRET)}`,
};
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  environment['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});
const world = useWorld(environment, { log });

test('requests go on while the collector is silent, and spans beyond the queue are dropped', async () => {
  const tracer = tracerNow();
  for (let count = 0; count < 4 * LIMITS.spansQueued; count += 1) {
    tracer?.start({ name: 'filler', parent: null }).end();
  }
  expect((await world.anon.get('/games')).status).toBe(200);
  // Ends although the collector never responds.
  await tracer?.flush();
  expect((await world.anon.get('/games')).status).toBe(200);
});

test('a refusing collector causes one warning without the header that it was sent', async () => {
  isSilent = false;
  collector.closeAllConnections();
  await eventually(() =>
    expect(lines.join()).toContain('the trace collector did not accept spans'),
  );
  const warnings = lines.filter((line) =>
    line.includes('the trace collector did not accept spans'),
  );
  expect(warnings.length).toBe(1);
  expect(JSON.parse(warnings[0] ?? '{}')).toMatchObject({
    level: 40,
    part: 'traces',
    reason: expect.any(String),
    lost: expect.any(Number),
  });
  expect(lines.join()).not.toContain('canary');
  const metrics = await (await fetch(`${world.baseUrl}/metrics`)).text();
  expect(Number(/^modport_spans_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
});

test('lost spans are logged once a minute and at the end, with the number of all of them', () => {
  const entries: object[] = [];
  const kept: Log = { ...log, warn: (fields) => void entries.push(fields) };
  let now = 0;
  const { lost, end } = warnAtMostEvery(60, kept, () => now);
  const refused = Object.assign(new Error('a body with a secret'), { code: 503 });
  const countedBefore = lostSpans();
  lost(refused, 5);
  now = 59_999;
  lost(refused, 7);
  lost(refused, 1);
  now = 60_000;
  lost(refused, 2);
  lost(new Error('without a code'), 3);
  end();
  end();
  expect(entries).toEqual([
    { part: 'traces', reason: 'Error 503', lost: 5 },
    { part: 'traces', reason: 'Error 503', lost: 10 },
    { part: 'traces', reason: 'Error', lost: 3 },
  ]);
  expect(lostSpans() - countedBefore).toBe(18);
});
