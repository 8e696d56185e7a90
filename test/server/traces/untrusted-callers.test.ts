import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { newParent, type ReceivedSpan, useCollector } from '../../traces.js';

const collector = useCollector();
Object.assign(collector.environment, {
  TRUST_PROXY: 'none',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.5',
});
const world = useWorld(collector.environment);

/** Sends requests as one caller, until the collector has some of their spans. */
async function requestsWith(traceparent: string, spanId: string): Promise<ReceivedSpan[]> {
  return eventually(async () => {
    for (let count = 0; count < 8; count += 1) await world.anon.get('/games', { traceparent });
    const found = (await collector.spans()).filter(({ links }) => links.includes(spanId));
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
}

test.each([
  ['the flag not to sample', '00', randomBytes(16).toString('hex')],
  ['the flag to sample', '01', randomBytes(16).toString('hex')],
  ['an id below each ratio', '01', `${'0'.repeat(24)}00000001`],
])('a caller that is no proxy decides nothing by %s: its span is linked', async (_, flags, id) => {
  const { traceparent, spanId } = newParent(id, flags);
  const spans = await requestsWith(traceparent, spanId);
  expect(await collector.spansOf(id)).toEqual([]);
  for (const span of spans) expect(span).toMatchObject({ kind: 2, parentSpanId: '' });
});
