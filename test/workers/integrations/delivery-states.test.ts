import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deliverDue, fanOutEvents } from '../../../src/modules/integrations/index.js';
import { claimDeliveries } from '../../../src/modules/integrations/webhooks/claim-deliveries.js';
import { sendDelivery } from '../../../src/modules/integrations/webhooks/send-delivery.js';
import type { Resolver } from '../../../src/platform/outbound/target.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import { newId } from '../../../src/request/ids.js';
import type { Actor, Json } from '../../actors.js';
import { meanwhile } from '../../locks.js';
import { bareMod, refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { happens, subscribed } from '../../webhooks.js';
import { DAY, useDeliveries } from './deliveries.js';

const hooks = useDeliveries();
const { world } = hooks;

describe('the state of a webhook subscription', () => {
  const exhaust = async () => {
    const { db, clock } = world.platform;
    await happens(world, { userId: hooks.alice.userId });
    await fanOutEvents(world.platform);
    const open = { subscriptionId: hooks.subscription.id, state: 'pending' as const };
    await db.webhookDelivery.updateMany({
      where: open,
      data: { state: 'retrying', attemptCount: 7, nextAttemptAt: clock.now() },
    });
    await world.settled();
  };
  const shown = async () => {
    const { body } = await hooks.alice.get('/webhook-subscriptions');
    return body.data.find(({ id }: Json) => id === hooks.subscription.id);
  };

  it('five exhausted deliveries in a row disable a subscription, cancel its open deliveries and mail the owner', async () => {
    hooks.failing();
    for (let at = 1; at <= 4; at += 1) await exhaust();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 4 });
    await hooks.tells();
    await exhaust();
    expect(await shown()).toMatchObject({ state: 'disabled', exhausted_in_a_row: 5 });
    expect(await hooks.deliveries(hooks.alice, '&delivery_status=exhausted')).toHaveLength(5);
    expect(await hooks.deliveries(hooks.alice, '&delivery_status=cancelled')).toHaveLength(1);
    const where = { targetId: hooks.subscription.id, action: 'webhook.disabled' };
    expect(await world.platform.db.auditEntry.findMany({ where })).toMatchObject([
      { actorId: null, outcome: 'done', targetKind: 'webhook_subscription' },
    ]);
    const mails = { userId: hooks.alice.userId, template: 'webhook_disabled' };
    const host = new URL(hooks.receiver.url).host;
    expect(await world.platform.db.mail.findMany({ where: mails })).toMatchObject([
      { params: { webhookId: hooks.subscription.id, host, count: '5' } },
    ]);
    const sent = hooks.receiver.received.length;
    await hooks.tells();
    await hooks.later(DAY);
    expect(hooks.receiver.received.length).toBe(sent);
    const on = 'input: { enabled: true }';
    await hooks.alice.graphql(
      `mutation { updateWebhookSubscription(id: "${hooks.subscription.id}", ${on}) { id } }`,
    );
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 0 });
  });

  longTest('one successful delivery resets the count of exhausted deliveries', async () => {
    const where = { id: hooks.subscription.id };
    const data = { exhaustedInARow: 3 };
    await world.platform.db.webhookSubscription.update({ where, data });
    hooks.failing();
    await exhaust();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 4 });
    hooks.receiver.answer((response) => response.writeHead(200).end());
    await hooks.tells();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 0 });
    hooks.failing();
    await exhaust();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 1 });
  });

  longTest('a slow webhook receiver does not delay other subscriptions', async () => {
    const quick = await subscribed(hooks.alice, hooks.receiver.url.replace('/hook', '/quick'), [
      'mod.updated',
    ]);
    const { id: modId } = await bareMod(hooks.alice, 'sent');
    const slow = Array.from({ length: 40 }, () => ({
      kind: 'token.changed',
      subjectId: randomUUID(),
      userId: hooks.alice.userId,
      data: {},
    }));
    await world.platform.db.outboxEvent.createMany({ data: slow });
    await fanOutEvents(world.platform);
    await happens(world, { kind: 'mod.updated', modId });
    await fanOutEvents(world.platform);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let most = 0;
    let open = 0;
    hooks.receiver.answer(async (response, { path }) => {
      if (path === '/quick') release();
      else {
        open += 1;
        most = Math.max(most, open);
        await released;
        open -= 1;
      }
      response.writeHead(204).end();
    });
    await world.settled();
    const where = { subscriptionId: quick.id, state: 'succeeded' as const };
    expect(await world.platform.db.webhookDelivery.count({ where })).toBe(1);
    expect(most).toBeLessThanOrEqual(2 * LIMITS.webhookDeliveriesAtOnce);
    const rest = { subscriptionId: hooks.subscription.id, state: 'succeeded' as const };
    expect(await world.platform.db.webhookDelivery.count({ where: rest })).toBe(41);
  });
});

describe('claimed and pending webhook deliveries', () => {
  it('a webhook delivery of a killed worker is sent again with its ID, without counting the lost attempt', async () => {
    await happens(world, { userId: hooks.alice.userId });
    await fanOutEvents(world.platform);
    const ctx = createSystemContext(world.platform, 'test');
    const { deliveries: claimed } = await claimDeliveries(ctx, hooks.subscription.id);
    expect(claimed).toHaveLength(1);
    await world.settled();
    expect(hooks.receiver.received).toEqual([]);
    await hooks.later(LIMITS.webhookAttemptLeaseSeconds);
    expect(hooks.receiver.received.map(({ body }) => body.delivery_id)).toEqual([claimed[0]?.id]);
    expect((await hooks.deliveries())[0]).toMatchObject({
      delivery_status: 'succeeded',
      attempt_count: 1,
    });
  });

  it('a webhook delivery is released without counting the attempt if the process stops', async () => {
    await happens(world, { userId: hooks.alice.userId });
    await fanOutEvents(world.platform);
    const stopping = new AbortController();
    hooks.receiver.answer(() => stopping.abort());
    const ctx = createSystemContext(world.platform, 'test');
    const job = { jobId: newId(), subscriptionId: hooks.subscription.id, signal: stopping.signal };
    await expect(deliverDue(ctx, job)).rejects.toThrow();
    expect((await hooks.deliveries())[0]).toMatchObject({
      delivery_status: 'retrying',
      attempt_count: 0,
    });
    hooks.receiver.answer((response) => response.writeHead(204).end());
    await hooks.run();
    expect((await hooks.deliveries())[0]).toMatchObject({
      delivery_status: 'succeeded',
      attempt_count: 1,
    });
  });

  it('concurrent workers send each webhook delivery once', async () => {
    for (let at = 0; at < 12; at += 1) await happens(world, { userId: hooks.alice.userId });
    await fanOutEvents(world.platform);
    await Promise.all([hooks.run(), hooks.run(), hooks.run()]);
    await world.settled();
    const ids = hooks.receiver.received.map(({ body }) => body.delivery_id);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('a webhook delivery is cancelled if its owner lost access to the mod', async () => {
    const { db } = world.platform;
    const { id: modId } = await bareMod(hooks.alice, 'sent');
    await happens(world, { kind: 'mod.updated', modId });
    await fanOutEvents(world.platform);
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    await db.teamMember.deleteMany({ where: { teamId } });
    await world.settled();
    expect(hooks.receiver.received).toEqual([]);
    expect((await hooks.deliveries())[0]).toMatchObject({
      delivery_status: 'cancelled',
      attempt_count: 0,
    });
  });

  longTest('a webhook delivery is cancelled if the account was blocked after fan-out', async () => {
    const { db } = world.platform;
    await happens(world, { userId: hooks.alice.userId });
    await fanOutEvents(world.platform);
    await db.user.update({ where: { id: hooks.alice.userId }, data: { state: 'blocked' } });
    await world.settled();
    await db.user.update({ where: { id: hooks.alice.userId }, data: { state: 'active' } });
    expect(hooks.receiver.received).toEqual([]);
    expect((await hooks.deliveries())[0]).toMatchObject({ delivery_status: 'cancelled' });
  });

  it('a webhook delivery is refused if its host name resolves to an internal address', async () => {
    const { platform } = world;
    await happens(world, { userId: hooks.alice.userId });
    await fanOutEvents(platform);
    const {
      deliveries: [claimed],
    } = await claimDeliveries(createSystemContext(platform, 'test'), hooks.subscription.id);
    if (!claimed) throw new Error('nothing is due');
    const strict = {
      ...platform,
      config: { ...platform.config, webhookTargets: 'public' as const },
    };
    const asked: string[] = [];
    const resolve: Resolver = (host, done) => {
      asked.push(host);
      done(null, [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    };
    const { signal } = new AbortController();
    const url = 'https://hooks.example.com/';
    for (const _ of [1, 2]) {
      const attempt = await sendDelivery(strict, { ...claimed, url }, signal, { resolve });
      expect(attempt).toMatchObject({ failure: 'target_refused', status: null, snippet: null });
    }
    expect(asked).toEqual(['hooks.example.com', 'hooks.example.com']);
    for (const target of [
      hooks.receiver.url,
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.0.0.1/',
    ]) {
      const attempt = await sendDelivery(strict, { ...claimed, url: target }, signal);
      expect(attempt.failure).toBe('target_refused');
    }
    expect(hooks.receiver.received).toEqual([]);
  });
});

describe('POST /v1/webhook-deliveries/{id}/redeliver', () => {
  const redeliver = (id: string, key: string = randomUUID(), actor: Actor = hooks.alice) =>
    actor.post(`/webhook-deliveries/${id}/redeliver`, undefined, { 'Idempotency-Key': key });

  it.each([
    ['with its event', true],
    ['alone', false],
  ])(
    'a redelivery returns 404 if the delivery is removed concurrently, %s',
    async (_, withEvent) => {
      await hooks.tells();
      const [first] = await hooks.deliveries();
      const { result } = await meanwhile(
        world,
        async (tx) => {
          await tx.$queryRaw`
          select from webhook_subscriptions where id = ${hooks.subscription.id}::uuid for update`;
          await tx.webhookDelivery.delete({ where: { id: first.id } });
          if (withEvent) await tx.outboxEvent.delete({ where: { id: first.event_id } });
        },
        () => redeliver(first.id),
      );
      expect(refusal(result)).toBe('404 not_found');
    },
  );

  it('a redelivery is a new delivery of the same event that names the first, once per idempotency key', async () => {
    await hooks.tells();
    const [first] = await hooks.deliveries();
    const key = randomUUID();
    const answers = [await redeliver(first.id, key), await redeliver(first.id, key)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [made, repeated] = answers.map(({ body }) => body.data);
    expect(repeated).toEqual(made);
    expect(made).toMatchObject({
      redelivery_of: first.id,
      event_id: first.event_id,
      delivery_status: 'pending',
    });
    await world.settled();
    const sent = hooks.receiver.received.map(({ body }) => [body.event_id, body.delivery_id]);
    expect(sent).toEqual([
      [first.event_id, first.id],
      [first.event_id, made.id],
    ]);
    const again = (await redeliver(made.id)).body.data;
    expect(again.redelivery_of).toBe(first.id);
    expect((await hooks.deliveries()).find(({ id }) => id === first.id)).toEqual(first);
  });

  it('a redelivery returns 409 while the subscription is disabled, and 404 if the owner lost access', async () => {
    const { db } = world.platform;
    const { id: modId } = await bareMod(hooks.alice, 'sent');
    await happens(world, { kind: 'mod.updated', modId });
    await fanOutEvents(world.platform);
    await world.settled();
    const [first] = await hooks.deliveries();
    const turn = (enabled: boolean) =>
      hooks.alice.graphql(
        `mutation { updateWebhookSubscription(id: "${hooks.subscription.id}", input: { enabled: ${enabled} }) { id } }`,
      );
    await turn(false);
    expect(refusal(await redeliver(first.id))).toBe('409 invalid_state');
    await turn(true);
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    await db.teamMember.deleteMany({ where: { teamId } });
    expect(refusal(await redeliver(first.id))).toBe('404 not_found');
  });
});
