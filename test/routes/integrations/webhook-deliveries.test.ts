import { describe, expect, it } from 'vitest';
import { restList, walkThrough } from '../../lists.js';
import { refusal } from '../../publishing.js';
import { newDelivery, newSubscription } from '../../webhooks.js';
import { alice, bob, idsOf, useSubscriptions, world } from '../publishing/subscriptions.js';

useSubscriptions();

describe('webhook deliveries', () => {
  const ofState = async (data: object) => {
    const id = await newDelivery(world, alice);
    await world.platform.db.webhookDelivery.update({ where: { id }, data });
    return id;
  };

  it('webhook deliveries are walked newest first, without deliveries after the first page', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1) ids.unshift(await newDelivery(world, alice));
    const list = restList(alice, '/webhook-deliveries');
    expect(await walkThrough(list, [2], () => newDelivery(world, alice))).toEqual(ids);
  });

  it('webhook deliveries can be filtered by kind, state, creation, next attempt and subscription together', async () => {
    const soon = new Date(Date.now() + 60_000);
    const waiting = await ofState({ state: 'retrying', nextAttemptAt: soon });
    const old = await ofState({ createdAt: new Date('2020-01-01') });
    const list = (query: string) => idsOf(alice, `/webhook-deliveries?${query}`);
    expect(await list('delivery_status=retrying')).toEqual([waiting]);
    expect(await list('delivery_status=exhausted')).toEqual([old]);
    expect(await list('created_after=2021-01-01T00:00:00.000Z')).toEqual([waiting]);
    expect(await list('event_kind=token.changed')).toEqual([waiting, old]);
    expect(await list('event_kind=file.ready')).toEqual([]);
    expect(await list(`next_attempt_before=${new Date(soon.getTime() + 1).toISOString()}`)).toEqual(
      [waiting],
    );
    expect(await list(`next_attempt_before=${soon.toISOString()}`)).toEqual([]);
    const { subscriptionId } = await world.platform.db.webhookDelivery.findUniqueOrThrow({
      where: { id: old },
    });
    expect(await list(`subscription_id=${subscriptionId}&event_kind=token.changed`)).toEqual([old]);
  });

  it.each([
    ['event_kind=mod.exploded', 'event_kind', 'unknown_value'],
    ['delivery_status=lost', 'delivery_status', 'unknown_value'],
    ['subscription_id=x', 'subscription_id', 'invalid_format'],
  ])(
    'GET /v1/webhook-deliveries rejects an invalid filter value: %s',
    async (query, field, code) => {
      const answer = await alice.get(`/webhook-deliveries?${query}`);
      expect(refusal(answer)).toBe('400 invalid_input');
      expect(answer.body.fields).toEqual([{ field, code }]);
    },
  );

  it('GET /v1/webhook-deliveries runs the same statements for a full page as for one row, over the owner index', async () => {
    const { db } = world.platform;
    await newDelivery(world, alice);
    const count = async () =>
      (await world.statements(() => alice.get('/webhook-deliveries?limit=100'))).length;
    const one = await count();
    const subscriptionId = await newSubscription(world, alice);
    const other = await newSubscription(world, bob);
    const event = await db.outboxEvent.findFirstOrThrow({ where: { userId: alice.userId } });
    for (const [ownerId, id] of [
      [alice.userId, subscriptionId],
      [bob.userId, other],
    ] as const) {
      await db.$executeRaw`
        insert into webhook_deliveries (id, owner_id, subscription_id, event_id, state)
        select gen_random_uuid(), ${ownerId}::uuid, ${id}::uuid, ${event.id}::uuid, 'exhausted'
        from generate_series(1, 5000)`;
    }
    await db.$executeRaw`analyze webhook_deliveries`;
    expect(await count()).toBe(one);
    const plan = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`
      explain select d.id from webhook_deliveries d join outbox_events e on e.id = d.event_id
        join webhook_subscriptions s on s.id = d.subscription_id
      where d.owner_id = ${alice.userId}::uuid and s.state <> 'deleted'
      order by d.created_at desc, d.id desc limit 26`;
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('webhook_deliveries_owner_id_created_at_id_idx');
    expect(text).not.toContain('Sort');
  });
});
