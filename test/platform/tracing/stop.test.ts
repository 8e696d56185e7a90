import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { silentLog } from '../../../src/platform/log.js';
import { openTracing } from '../../../src/platform/tracing/open-tracing.js';
import { tracerNow } from '../../../src/platform/tracing/tracing.js';
import { useCollector } from '../../traces.js';

const collector = useCollector();

test('a process that stops sends its last spans', async () => {
  const stop = await openTracing(loadConfig(collector.environment), silentLog);
  const tracer = tracerNow();
  tracer?.start({ name: 'last', parent: null }).end();
  await stop();
  expect(tracerNow()).toBeNull();
  expect((await collector.spans()).map(({ name }) => name)).toEqual(['last']);
});

test('a process without a collector has no tracer', async () => {
  const stop = await openTracing(loadConfig({ OTEL_SERVICE_NAME: 'mods' }), silentLog);
  expect(tracerNow()).toBeNull();
  await stop();
});

test('OTEL_SERVICE_NAME names the service, and the headers reach the collector', async () => {
  const { config, count } = {
    config: loadConfig({
      ...collector.environment,
      OTEL_SERVICE_NAME: 'mods',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-one=1,x-two=a%20b',
    }),
    count: collector.headers.length,
  };
  const stop = await openTracing(config, silentLog);
  tracerNow()?.start({ name: 'named', parent: null }).end();
  await stop();
  const named = (await collector.spans()).find(({ name }) => name === 'named');
  expect(named?.resource['service.name']).toBe('mods');
  expect(collector.headers[count]).toMatchObject({
    path: '/v1/traces',
    'x-one': '1',
    'x-two': 'a b',
  });
});

test.each([
  ['always_on', '01', 1],
  ['always_on', '00', 1],
  ['always_off', '01', 0],
  ['parentbased_always_off', '01', 1],
  ['parentbased_always_on', '00', 0],
  ['parentbased_traceidratio', '01', 1],
  ['traceidratio', '01', 0],
])('the sampler %s with the flags %s of the caller sends %i spans', async (name, flags, sent) => {
  const sampler = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0' };
  const stop = await openTracing(loadConfig({ ...collector.environment, ...sampler }), silentLog);
  const before = (await collector.spans()).length;
  const parent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-${flags}`;
  tracerNow()?.start({ name: 'sampled', parent }).end();
  await stop();
  expect((await collector.spans()).length - before).toBe(sent);
});
