import { beforeAll, expect, it } from 'vitest';
import { fanOutEvents, sweepWebhooks } from '../../../src/modules/integrations/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { happens, subscribed, useReceiver } from '../../webhooks.js';

const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
const receiver = useReceiver();
const KEPT = LIMITS.webhookDeliveryKeptSeconds;
let alice: Creator;

beforeAll(async () => {
  alice = await world.creator('alice');
  world.clock.stop();
});

/** Sweeps, then counts the deliveries and the events of a subject. */
async function kept(subjectId: string): Promise<number[]> {
  const { db } = world.platform;
  await sweepWebhooks(world.platform);
  return [
    await db.webhookDelivery.count({ where: { event: { subjectId } } }),
    await db.outboxEvent.count({ where: { subjectId } }),
  ];
}

it('an ended delivery and its event are deleted after thirty days, and a pending one keeps both', async () => {
  const { db } = world.platform;
  await subscribed(alice, receiver.url, ['token.changed']);
  const [ended, waiting, unheard] = [
    await happens(world, { userId: alice.userId }),
    await happens(world, { userId: alice.userId }),
    await happens(world, {}),
  ];
  await fanOutEvents(world.platform);
  await world.settled();
  await db.webhookDelivery.updateMany({
    where: { event: { subjectId: waiting } },
    data: { state: 'retrying', nextAttemptAt: new Date('2100-01-01') },
  });
  world.clock.advance(KEPT - 60);
  expect([await kept(ended), await kept(waiting), await kept(unheard)]).toEqual([
    [1, 1],
    [1, 1],
    [0, 1],
  ]);
  world.clock.advance(120);
  expect([await kept(ended), await kept(waiting), await kept(unheard)]).toEqual([
    [0, 0],
    [1, 1],
    [0, 0],
  ]);
});

it('an event that was not fanned out is kept at any age', async () => {
  const event = await happens(world, {});
  await world.platform.db.outboxEvent.updateMany({
    where: { subjectId: event },
    data: { occurredAt: new Date(0) },
  });
  expect(await kept(event)).toEqual([0, 1]);
  await fanOutEvents(world.platform);
  expect(await kept(event)).toEqual([0, 0]);
});

it('a previous webhook secret is deleted a day after the rotation', async () => {
  const { db } = world.platform;
  const { id } = await subscribed(alice, receiver.url, ['token.changed']);
  await alice.post(`/webhook-subscriptions/${id}/rotate-secret`);
  const before = async () => {
    await sweepWebhooks(world.platform);
    return (await db.webhookSubscription.findUniqueOrThrow({ where: { id } })).previousSecret;
  };
  expect(await before()).not.toBeNull();
  world.clock.advance(LIMITS.webhookRotationOverlapSeconds);
  expect(await before()).toBeNull();
});

it('a deleted subscription is removed with its last delivery, and its ID keeps returning 410', async () => {
  const { db } = world.platform;
  const { id } = await subscribed(alice, receiver.url, ['token.changed']);
  const event = await happens(world, { userId: alice.userId });
  await fanOutEvents(world.platform);
  await world.settled();
  const count = () => db.webhookSubscription.count({ where: { id } });
  await alice.graphql(`mutation { deleteWebhookSubscription(id: "${id}") }`);
  await sweepWebhooks(world.platform);
  expect(await count()).toBe(1);
  world.clock.advance(KEPT + 60);
  await kept(event);
  expect(await count()).toBe(0);
  const answer = await alice.post(`/webhook-subscriptions/${id}/rotate-secret`);
  expect(answer.status).toBe(410);
});

it('a delivery whose job failed is queued again and sent', async () => {
  const { db } = world.platform;
  const { id } = await subscribed(alice, receiver.url, ['token.changed']);
  const event = await happens(world, { userId: alice.userId });
  await fanOutEvents(world.platform);
  await db.job.updateMany({ where: { dedupeKey: id }, data: { state: 'failed' } });
  await world.settled();
  const came = () => receiver.received.filter(({ body }) => body.subject.id === event).length;
  const before = came();
  world.clock.advance(601);
  await sweepWebhooks(world.platform);
  await world.settled();
  expect(came()).toBe(before + 1);
});
