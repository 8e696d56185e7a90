import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { silentLog } from '../../../src/platform/log.js';
import { watchOutage } from '../../../src/platform/outage.js';
import { createOtlpTracer } from '../../../src/platform/tracing/otlp-tracer.js';
import { setTracer } from '../../../src/platform/tracing/tracing.js';
import { useCollector } from '../../traces.js';

const collector = useCollector();
afterEach(() => setTracer(null));

test('a probe of an outage does not belong to the trace of the request that noticed it', async () => {
  const { tracing } = loadConfig(collector.environment);
  if (tracing === undefined) throw new Error('no collector');
  const tracer = createOtlpTracer(tracing, () => undefined);
  setTracer(tracer);
  const seen = await new Promise<unknown[]>((resolve) => {
    const names: unknown[] = [];
    const outage = watchOutage({
      part: 'meilisearch',
      log: silentLog,
      begun: 'away',
      ended: 'back',
      probeMs: 1,
      async ping() {
        names.push(tracer.active());
        // The second probe is a timer of the first one.
        if (names.length < 2) throw new Error('away');
        resolve(names);
      },
    });
    const span = tracer.start({ name: 'request', parent: null });
    tracer.within(span, () => outage.begin(new Error('away')));
  });
  expect(seen).toEqual([null, null]);
  await tracer.close();
});
