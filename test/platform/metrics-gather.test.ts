import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createGatheredMetrics, METRIC_VALUES } from '../../src/platform/metrics/gather.js';

/** The metrics of one process. */
function openProcess() {
  const registers = [new Registry()];
  const [register] = registers;
  const requests = new Counter({
    name: 'requests_total',
    help: 'Requests.',
    labelNames: ['status'],
    registers,
  });
  const open = new Gauge({ name: 'open', help: 'Open streams.', registers });
  const fallback = new Gauge({ name: 'fallback', help: 'Mode.', aggregator: 'max', registers });
  const seconds = new Histogram({ name: 'seconds', help: 'Time.', buckets: [1, 5], registers });
  return {
    requests,
    open,
    fallback,
    seconds,
    values: async () =>
      METRIC_VALUES.parse(JSON.parse(JSON.stringify(await register?.getMetricsAsJSON()))),
  };
}

const linesOf = ({ body }: { readonly body: string }): string[] =>
  body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('the metrics of several processes are sums, and gauges of a mode are the largest value', async () => {
  const gathered = createGatheredMetrics();
  const [one, other] = [openProcess(), openProcess()];
  one.requests.inc({ status: '200' }, 3);
  other.requests.inc({ status: '200' }, 4);
  other.requests.inc({ status: '404' });
  one.open.set(2);
  other.open.set(5);
  for (const each of [one, other]) each.fallback.set(1);
  one.seconds.observe(0.5);
  other.seconds.observe(3);
  gathered.note(one, await one.values());
  gathered.note(other, await other.values());
  expect(linesOf(await gathered.expose([]))).toEqual([
    'requests_total{status="200"} 7',
    'requests_total{status="404"} 1',
    'open 7',
    'fallback 1',
    'seconds_bucket{le="1"} 1',
    'seconds_bucket{le="5"} 2',
    'seconds_bucket{le="+Inf"} 2',
    'seconds_sum 3.5',
    'seconds_count 2',
  ]);
});

test('counters and histograms of ended processes stay in the sums, and their gauges do not', async () => {
  const gathered = createGatheredMetrics();
  for (let count = 1; count <= 3; count += 1) {
    const ended = openProcess();
    ended.requests.inc({ status: '200' }, count);
    ended.open.set(9);
    ended.seconds.observe(2);
    gathered.note(ended, await ended.values());
    gathered.forget(ended);
    await gathered.expose([]);
  }
  const next = openProcess();
  next.requests.inc({ status: '200' });
  next.open.set(1);
  gathered.note(next, await next.values());
  for (let read = 0; read < 2; read += 1) {
    const lines = linesOf(await gathered.expose([]));
    expect(lines).toContain('requests_total{status="200"} 7');
    expect(lines).toContain('open 1');
    expect(lines).toContain('seconds_count 3');
  }
});

test('a process that does not respond keeps its counts and loses its gauges', async () => {
  const gathered = createGatheredMetrics();
  const [hung, other] = [openProcess(), openProcess()];
  hung.requests.inc({ status: '200' }, 3);
  hung.open.set(7);
  hung.seconds.observe(0.5);
  other.open.set(2);
  gathered.note(hung, await hung.values());
  gathered.keepCounts(hung);
  const lines = linesOf(await gathered.expose(await other.values()));
  expect(lines).toContain('requests_total{status="200"} 3');
  expect(lines).toContain('seconds_count 1');
  expect(lines).toContain('open 2');
});
