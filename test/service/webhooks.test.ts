import { expect, it, vi } from 'vitest';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { metricsShow } from '../metrics.js';
import { bareMod, newGame } from '../publishing.js';
import { subscribed, useReceiver } from '../webhooks.js';

// The periodic job fans out the events.
const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { periodicJobs: true });
const receiver = useReceiver();
const SOON = { timeout: 60_000, interval: 25 };

it('an API write reaches a webhook receiver through the periodic jobs, and the metrics count retries', async () => {
  await newGame(world, 'alive');
  const alice = await world.creator('alice');
  receiver.answer((response, { body }) =>
    response.writeHead(body.type === 'mod.updated' ? 204 : 503).end(),
  );
  await subscribed(alice, receiver.url, ['mod.updated', 'token.changed']);
  const { id } = await bareMod(alice, 'alive');
  const etag = (await alice.get(`/mods/${id}`)).headers.get('etag') ?? '';
  const changed = await alice.patch(`/mods/${id}`, { license: 'MIT' }, { 'If-Match': etag });
  expect(changed.status).toBe(200);
  const scopes = ['mods:read'];
  expect((await alice.post('/api-keys', { name: 'Noted', scopes })).status).toBe(201);
  const came = (type: string): Json =>
    receiver.received.find(({ body }) => body.type === type)?.body ?? null;
  await vi.waitUntil(() => came('mod.updated') && came('token.changed'), SOON);
  expect(came('mod.updated')).toMatchObject({
    subject: { type: 'Mod', id, mod_id: id },
    data: { mod_id: id, fields: ['license'] },
  });
  await metricsShow(
    world,
    'modport_webhooks{state="retrying"} 1',
    'modport_webhooks{state="events"} 0',
  );
});
