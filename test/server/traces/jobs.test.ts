import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createLog, type Log } from '../../../src/platform/log.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import type { Creator } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { archiveOf, bareMod, draftVersion, newGame, sendFile } from '../../publishing.js';
import { newParent, pathOf, useCollector } from '../../traces.js';
import { happens, subscribed, useReceiver } from '../../webhooks.js';

const lines: string[] = [];
const log: Log = createLog('info', { write: (line) => void lines.push(line) });
const collector = useCollector();
const receiver = useReceiver();
Object.assign(collector.environment, { WEBHOOK_TARGETS: 'any' });
const world = useWorld(collector.environment, { log });
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'traced');
  alice = await world.creator('alice');
});

test('a job continues the trace of the request that created it, with the calls of the store', async () => {
  const { id: modId } = await bareMod(alice, 'traced');
  const { id: versionId } = await draftVersion(alice, modId, { version: '1.0.0' });
  const bytes = new Uint8Array(archiveOf('traced'));
  const uploadId = await sendFile(alice, { modId, versionId }, bytes);
  const { traceparent, traceId } = newParent(randomBytes(16).toString('hex'));
  await alice.post(`/uploads/${uploadId}/complete`, {}, { traceparent });
  await world.settled();
  await eventually(async () => {
    const spans = await collector.spansOf(traceId);
    const job = spans.find(({ name }) => name === 'job scan-upload');
    expect(job).toMatchObject({ kind: 5, attributes: { 'modport.job.attempt': 1 } });
    const path = pathOf(spans, 'job scan-upload');
    expect(path.at(-1)).toBe('POST /v1/uploads/{upload_id}/complete');
    expect(path.length).toBeGreaterThan(2);
    const calls = spans.filter(({ name }) => name.startsWith('store '));
    expect(calls.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
    expect(calls.some(({ parentSpanId }) => parentSpanId !== job?.spanId)).toBe(true);
  });
});

test('a failed job fails its span, and its log entry has the id of its trace', async () => {
  const { traceparent, traceId } = newParent(randomBytes(16).toString('hex'));
  const payload = { modId: 'no id', traceparent };
  await enqueue(world.platform.db, { kind: 'index-mod', payload });
  world.platform.queue.wake();
  await eventually(async () => {
    const [job] = (await collector.spansOf(traceId)).filter(({ kind }) => kind === 5);
    expect(job).toMatchObject({ name: 'job index-mod', failed: true });
    const entry = lines.find((line) => line.includes('job failed'));
    expect(JSON.parse(entry ?? '{}').trace_id).toBe(traceId);
  });
});

test('a webhook request has a span without its host, and does not tell its receiver the trace', async () => {
  await subscribed(alice, receiver.url, ['token.changed']);
  await happens(world, { userId: alice.userId });
  await enqueue(world.platform.db, { kind: 'fan-out-events', payload: {} });
  await world.settled();
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));
  for (const { headers } of receiver.received) {
    expect(Object.keys(headers).filter((name) => /trace|baggage/.test(name))).toEqual([]);
  }
  await eventually(async () => {
    const spans = await collector.spans();
    const sent = spans.find(({ name, kind }) => name === 'POST' && kind === 3);
    expect(sent?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
    });
  });
});
