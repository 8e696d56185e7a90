import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue, fanOutEvents } from '../../src/modules/integrations/index.js';
import { claimDeliveries } from '../../src/modules/integrations/webhooks/claim-deliveries.js';
import {
  type SendOptions,
  sendDelivery,
} from '../../src/modules/integrations/webhooks/send-delivery.js';
import type { Resolver } from '../../src/platform/outbound/resolve-name.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { newId } from '../../src/request/ids.js';
import type { Actor, Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import { bareMod, newGame, refusal } from '../publishing.js';
import { happens, type Received, subscribed, useReceiver } from '../webhooks.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
const receiver = useReceiver();
let alice: Creator;
let subscription: Json;

beforeAll(async () => {
  await newGame(world, 'sent');
  alice = await world.creator('alice');
  world.clock.stop();
});

beforeEach(async () => {
  await world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } });
  receiver.answer((response) => response.writeHead(204).end());
  receiver.received.length = 0;
  subscription = await subscribed(alice, receiver.url, ['token.changed', 'mod.updated']);
});

/** Emits an account event, fans it out and delivers it. */
async function tells(): Promise<string> {
  const id = await happens(world, { userId: alice.userId });
  await fanOutEvents(world.platform);
  await world.settled();
  return id;
}

async function deliveries(actor: Actor = alice, filters = ''): Promise<Json[]> {
  const path = `/webhook-deliveries?subscription_id=${subscription.id}${filters}`;
  const { body, status, text } = await actor.get(path);
  if (status !== 200) throw new Error(text);
  return body.data;
}

const failing = (status = 503) =>
  receiver.answer((response) => response.writeHead(status).end('busy'));

/** Advances the clock and runs the attempts that are due. */
async function later(seconds: number): Promise<void> {
  world.clock.advance(seconds);
  await world.settled();
}

/** The signature check from the documentation. */
async function documentedCheck() {
  const guide = await readFile('docs/webhooks.md', 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return (
    one: Received,
    secret: string,
    raw = one.raw,
    nowSeconds = world.clock.now().getTime() / 1000,
  ) => isGenuine(one.headers, Buffer.from(raw), secret, nowSeconds) as boolean;
}

/** A run outside the queue. Tests can delay it and shorten its timeouts. */
const run = (options: SendOptions = {}) =>
  deliverDue(
    createSystemContext(world.platform, 'test'),
    { jobId: newId(), subscriptionId: subscription.id, signal: new AbortController().signal },
    options,
  );

describe('a webhook delivery', () => {
  it('a webhook delivery carries the event in its envelope, with IDs and without the secret', async () => {
    const subjectId = await tells();
    const [one, ...more] = receiver.received;
    expect(more).toEqual([]);
    const [shown] = await deliveries();
    expect(one?.body).toEqual({
      spec_version: '1.0',
      event_id: shown.event_id,
      delivery_id: shown.id,
      type: 'token.changed',
      version: 1,
      occurred_at: shown.occurred_at,
      subject: { type: 'Token', id: subjectId, mod_id: null },
      data: { token_id: subjectId },
    });
    expect(one?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(one?.headers['x-service-delivery-id']).toBe(shown.id);
    expect(one?.headers['user-agent']).toMatch(/^modport\//);
    expect(shown).toMatchObject({
      ...{ delivery_status: 'succeeded', attempt_count: 1, next_attempt_at: null },
      ...{ last_response_status: 204, last_failure: null, response_snippet: null },
      retry: { retryable: false, attempt: 1, max_attempts: 8, next_attempt_at: null },
      links: { subject: null },
    });
    expect(shown.latency_ms).toBeGreaterThanOrEqual(0);
  });

  it('the documented signature check accepts a genuine delivery and rejects forged, altered and old ones', async () => {
    const isGenuine = await documentedCheck();
    await tells();
    const [one] = receiver.received;
    if (!one) throw new Error('nothing came');
    const { secret } = subscription;
    const now = Number(one.headers['x-service-timestamp']);
    expect(isGenuine(one, secret)).toBe(true);
    expect(isGenuine(one, `${secret}x`)).toBe(false);
    expect(isGenuine(one, secret, `${one.raw} `)).toBe(false);
    for (const name of ['x-service-signature', 'x-service-timestamp']) {
      const { [name]: _, ...headers } = one.headers;
      expect(isGenuine({ ...one, headers }, secret)).toBe(false);
    }
    expect(isGenuine(one, secret, one.raw, now + LIMITS.webhookToleranceSeconds)).toBe(true);
    expect(isGenuine(one, secret, one.raw, now + LIMITS.webhookToleranceSeconds + 1)).toBe(false);
    const mac = createHmac('sha256', secret).update(`${now}.${one.raw}`).digest('hex');
    expect(one.headers['x-service-signature']).toBe(`v1=${mac}`);
  });

  it('a webhook delivery carries signatures of both secrets for a day after a rotation, the newer first', async () => {
    const isGenuine = await documentedCheck();
    const path = `/webhook-subscriptions/${subscription.id}/rotate-secret`;
    const rotated = (await alice.post(path)).body.data;
    expect(rotated.secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(rotated.secret).not.toBe(subscription.secret);
    world.clock.advance(DAY - 1);
    await tells();
    world.clock.advance(1);
    await tells();
    const [within, after] = receiver.received;
    if (!within || !after) throw new Error('too little came');
    const signatures = String(within.headers['x-service-signature']).split(',');
    expect(signatures.length).toBe(2);
    const { headers, raw } = within;
    const newest = createHmac('sha256', rotated.secret)
      .update(`${headers['x-service-timestamp']}.${raw}`)
      .digest('hex');
    expect(signatures[0]).toBe(`v1=${newest}`);
    const at = Number(within.headers['x-service-timestamp']);
    expect(
      [rotated.secret, subscription.secret].map((it) => isGenuine(within, it, raw, at)),
    ).toEqual([true, true]);
    expect([rotated.secret, subscription.secret].map((it) => isGenuine(after, it))).toEqual([
      true,
      false,
    ]);
  });

  it('a webhook delivery carries only the current signature if the previous secret is unreadable', async () => {
    const isGenuine = await documentedCheck();
    const path = `/webhook-subscriptions/${subscription.id}/rotate-secret`;
    const rotated = (await alice.post(path)).body.data;
    const where = { id: subscription.id };
    const data = { previousSecret: new Uint8Array(60) };
    await world.platform.db.webhookSubscription.update({ where, data });
    await tells();
    const one = receiver.received.at(-1) as Received;
    expect(one.headers['x-service-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
    expect(isGenuine(one, rotated.secret)).toBe(true);
    expect((await deliveries())[0]).toMatchObject({ delivery_status: 'succeeded' });
  });

  it('a webhook delivery after two rotations is signed with the two newest secrets only', async () => {
    const isGenuine = await documentedCheck();
    const path = `/webhook-subscriptions/${subscription.id}/rotate-secret`;
    const [second, third] = [await alice.post(path), await alice.post(path)];
    await tells();
    const [one] = receiver.received;
    if (!one) throw new Error('nothing came');
    const secrets = [third, second].map(({ body }) => body.data.secret);
    expect([...secrets, subscription.secret].map((it) => isGenuine(one, it))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('a failing webhook delivery is attempted eight times within about a day with the same body, then exhausted', async () => {
    failing();
    await tells();
    const waits = [80, 240, 720, 2_160, 6_480, 19_440, 58_320];
    for (const [at, seconds] of waits.entries()) {
      expect((await deliveries())[0]).toMatchObject({
        ...{ delivery_status: 'retrying', attempt_count: at + 1 },
        ...{ last_response_status: 503, last_failure: 'status', response_snippet: 'busy' },
        retry: { retryable: true, attempt: at + 1 },
        next_attempt_at: new Date(world.clock.now().getTime() + seconds * 1000).toISOString(),
      });
      await later(seconds - 1);
      expect(receiver.received.length).toBe(at + 1);
      await later(1);
      expect(receiver.received.length).toBe(at + 2);
    }
    expect((await deliveries())[0]).toMatchObject({
      ...{ delivery_status: 'exhausted', attempt_count: 8, next_attempt_at: null },
      retry: { retryable: false },
    });
    await later(3 * DAY);
    expect(receiver.received.length).toBe(8);
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect(new Set(receiver.received.map((it) => it.headers['x-service-timestamp'])).size).toBe(8);
  });

  it('a webhook delivery that succeeds on a retry is not attempted again', async () => {
    failing();
    await tells();
    receiver.answer((response) => response.writeHead(200).end('ok'));
    await later(80);
    expect((await deliveries())[0]).toMatchObject({
      delivery_status: 'succeeded',
      attempt_count: 2,
    });
    await later(DAY);
    expect(receiver.received.length).toBe(2);
  });

  it('a webhook delivery does not follow redirects', async () => {
    receiver.answer((response) => response.writeHead(307, { Location: '/other' }).end());
    await tells();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await deliveries())[0]).toMatchObject({
      last_response_status: 307,
      last_failure: 'status',
    });
  });

  it('a webhook attempt fails if no response header arrives in time, and succeeds if only the body is slow', async () => {
    const event = { userId: alice.userId };
    receiver.answer(() => undefined);
    await happens(world, event);
    await fanOutEvents(world.platform);
    await run({ answerSeconds: 0.05 });
    expect((await deliveries())[0]).toMatchObject({
      last_failure: 'timeout',
      last_response_status: null,
    });
    receiver.answer((response) => response.destroy());
    world.clock.advance(80);
    await run();
    expect((await deliveries())[0]).toMatchObject({ last_failure: 'no_answer', attempt_count: 2 });
    // The response status decides, even if the body does not end.
    receiver.answer((response) => response.writeHead(200).write('so far'));
    world.clock.advance(240);
    await run({ answerSeconds: 0.05 });
    expect((await deliveries())[0]).toMatchObject({
      ...{ delivery_status: 'succeeded', response_snippet: 'so far' },
    });
  });

  it('a webhook delivery stores the start of the response, sanitized and without secrets', async () => {
    const { secret } = subscription;
    const nasty = `<script>alert("1")</script>\u0000\u001b[31m ${secret} \u202E${'0a'.repeat(32)} Bearer abc.def `;
    receiver.answer((response) => {
      response.writeHead(500, { 'Content-Type': 'text/html' });
      response.end(nasty + 'x'.repeat(1_000_000));
    });
    await tells();
    const { response_snippet: snippet } = (await deliveries())[0];
    expect(snippet).toMatch(/^script alert\( ?1 ?\) ?\/script \[31m … … … x+$/);
    expect([...snippet].length).toBe(LIMITS.webhookSnippetCharacters);
  });
});

describe('the state of a webhook subscription', () => {
  const exhaust = async () => {
    const { db, clock } = world.platform;
    await happens(world, { userId: alice.userId });
    await fanOutEvents(world.platform);
    const open = { subscriptionId: subscription.id, state: 'pending' as const };
    await db.webhookDelivery.updateMany({
      where: open,
      data: { state: 'retrying', attemptCount: 7, nextAttemptAt: clock.now() },
    });
    await world.settled();
  };
  const shown = async () => {
    const { body } = await alice.get('/webhook-subscriptions');
    return body.data.find(({ id }: Json) => id === subscription.id);
  };

  it('five exhausted deliveries in a row disable a webhook subscription and cancel its open deliveries', async () => {
    failing();
    for (let at = 1; at <= 4; at += 1) await exhaust();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 4 });
    await tells();
    await exhaust();
    expect(await shown()).toMatchObject({ state: 'disabled', exhausted_in_a_row: 5 });
    expect(await deliveries(alice, '&delivery_status=exhausted')).toHaveLength(5);
    expect(await deliveries(alice, '&delivery_status=cancelled')).toHaveLength(1);
    const where = { targetId: subscription.id, action: 'webhook.disabled' };
    expect(await world.platform.db.auditEntry.findMany({ where })).toMatchObject([
      { actorId: null, outcome: 'done', targetKind: 'webhook_subscription' },
    ]);
    const sent = receiver.received.length;
    await tells();
    await later(DAY);
    expect(receiver.received.length).toBe(sent);
    const on = 'input: { enabled: true }';
    await alice.graphql(
      `mutation { updateWebhookSubscription(id: "${subscription.id}", ${on}) { id } }`,
    );
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 0 });
  });

  it('one successful delivery resets the count of exhausted deliveries', async () => {
    failing();
    for (let at = 1; at <= 4; at += 1) await exhaust();
    receiver.answer((response) => response.writeHead(200).end());
    await tells();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 0 });
    failing();
    await exhaust();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 1 });
  });

  it('a slow webhook receiver does not delay other subscriptions', async () => {
    const quick = await subscribed(alice, receiver.url.replace('/hook', '/quick'), ['mod.updated']);
    const { id: modId } = await bareMod(alice, 'sent');
    const slow = [];
    for (let at = 0; at < 40; at += 1) slow.push(happens(world, { userId: alice.userId }));
    await Promise.all(slow);
    await fanOutEvents(world.platform);
    await happens(world, { kind: 'mod.updated', modId });
    await fanOutEvents(world.platform);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let most = 0;
    let open = 0;
    receiver.answer(async (response, { path }) => {
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
    const rest = { subscriptionId: subscription.id, state: 'succeeded' as const };
    expect(await world.platform.db.webhookDelivery.count({ where: rest })).toBe(41);
  });
});

describe('claimed and pending webhook deliveries', () => {
  it('a webhook delivery of a killed worker is sent again with its ID, without counting the lost attempt', async () => {
    await happens(world, { userId: alice.userId });
    await fanOutEvents(world.platform);
    const ctx = createSystemContext(world.platform, 'test');
    const { deliveries: claimed } = await claimDeliveries(ctx, subscription.id);
    expect(claimed).toHaveLength(1);
    await world.settled();
    expect(receiver.received).toEqual([]);
    await later(LIMITS.webhookAttemptLeaseSeconds);
    expect(receiver.received.map(({ body }) => body.delivery_id)).toEqual([claimed[0]?.id]);
    expect((await deliveries())[0]).toMatchObject({
      delivery_status: 'succeeded',
      attempt_count: 1,
    });
  });

  it('a webhook delivery is released without counting the attempt if the process stops', async () => {
    await happens(world, { userId: alice.userId });
    await fanOutEvents(world.platform);
    const stopping = new AbortController();
    receiver.answer(() => stopping.abort());
    const ctx = createSystemContext(world.platform, 'test');
    const job = { jobId: newId(), subscriptionId: subscription.id, signal: stopping.signal };
    await expect(deliverDue(ctx, job)).rejects.toThrow();
    expect((await deliveries())[0]).toMatchObject({
      delivery_status: 'retrying',
      attempt_count: 0,
    });
    receiver.answer((response) => response.writeHead(204).end());
    await run();
    expect((await deliveries())[0]).toMatchObject({
      delivery_status: 'succeeded',
      attempt_count: 1,
    });
  });

  it('concurrent workers send each webhook delivery once', async () => {
    for (let at = 0; at < 12; at += 1) await happens(world, { userId: alice.userId });
    await fanOutEvents(world.platform);
    await Promise.all([run(), run(), run()]);
    await world.settled();
    const ids = receiver.received.map(({ body }) => body.delivery_id);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('a webhook delivery is cancelled if its owner lost access to the mod', async () => {
    const { db } = world.platform;
    const { id: modId } = await bareMod(alice, 'sent');
    await happens(world, { kind: 'mod.updated', modId });
    await fanOutEvents(world.platform);
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    await db.teamMember.deleteMany({ where: { teamId } });
    await world.settled();
    expect(receiver.received).toEqual([]);
    expect((await deliveries())[0]).toMatchObject({
      delivery_status: 'cancelled',
      attempt_count: 0,
    });
  });

  it('a webhook delivery is cancelled if the account was blocked after fan-out', async () => {
    const { db } = world.platform;
    await happens(world, { userId: alice.userId });
    await fanOutEvents(world.platform);
    await db.user.update({ where: { id: alice.userId }, data: { state: 'blocked' } });
    await world.settled();
    await db.user.update({ where: { id: alice.userId }, data: { state: 'active' } });
    expect(receiver.received).toEqual([]);
    expect((await deliveries())[0]).toMatchObject({ delivery_status: 'cancelled' });
  });

  it('a webhook delivery is refused if its host name resolves to an internal address', async () => {
    const { platform } = world;
    await happens(world, { userId: alice.userId });
    await fanOutEvents(platform);
    const {
      deliveries: [claimed],
    } = await claimDeliveries(createSystemContext(platform, 'test'), subscription.id);
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
      receiver.url,
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.0.0.1/',
    ]) {
      const attempt = await sendDelivery(strict, { ...claimed, url: target }, signal);
      expect(attempt.failure).toBe('target_refused');
    }
    expect(receiver.received).toEqual([]);
  });
});

describe('POST /v1/webhook-deliveries/{id}/redeliver', () => {
  const redeliver = (id: string, key: string = randomUUID(), actor: Actor = alice) =>
    actor.post(`/webhook-deliveries/${id}/redeliver`, undefined, { 'Idempotency-Key': key });

  it.each([
    ['with its event', true],
    ['alone', false],
  ])(
    'a redelivery returns 404 if the delivery is removed concurrently, %s',
    async (_, withEvent) => {
      await tells();
      const [first] = await deliveries();
      const { result } = await meanwhile(
        world,
        async (tx) => {
          await tx.$queryRaw`
          select from webhook_subscriptions where id = ${subscription.id}::uuid for update`;
          await tx.webhookDelivery.delete({ where: { id: first.id } });
          if (withEvent) await tx.outboxEvent.delete({ where: { id: first.event_id } });
        },
        () => redeliver(first.id),
      );
      expect(refusal(result)).toBe('404 not_found');
    },
  );

  it('a redelivery is a new delivery of the same event that names the first, once per idempotency key', async () => {
    await tells();
    const [first] = await deliveries();
    const key = randomUUID();
    const answers = [await redeliver(first.id, key), await redeliver(first.id, key)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [made, repeated] = answers.map(({ body }) => body.data);
    expect(repeated).toEqual(made);
    expect(made).toMatchObject({
      ...{ redelivery_of: first.id, event_id: first.event_id, delivery_status: 'pending' },
    });
    await world.settled();
    const sent = receiver.received.map(({ body }) => [body.event_id, body.delivery_id]);
    expect(sent).toEqual([
      [first.event_id, first.id],
      [first.event_id, made.id],
    ]);
    const again = (await redeliver(made.id)).body.data;
    expect(again.redelivery_of).toBe(first.id);
    expect((await deliveries()).find(({ id }) => id === first.id)).toEqual(first);
  });

  it('a redelivery returns 409 while the subscription is disabled, and 404 if the owner lost access', async () => {
    const { db } = world.platform;
    const { id: modId } = await bareMod(alice, 'sent');
    await happens(world, { kind: 'mod.updated', modId });
    await fanOutEvents(world.platform);
    await world.settled();
    const [first] = await deliveries();
    const turn = (enabled: boolean) =>
      alice.graphql(
        `mutation { updateWebhookSubscription(id: "${subscription.id}", input: { enabled: ${enabled} }) { id } }`,
      );
    await turn(false);
    expect(refusal(await redeliver(first.id))).toBe('409 invalid_state');
    await turn(true);
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    await db.teamMember.deleteMany({ where: { teamId } });
    expect(refusal(await redeliver(first.id))).toBe('404 not_found');
  });
});

describe('webhook secrets', () => {
  it('webhook secrets are stored sealed and never appear in the audit log', async () => {
    const { db } = world.platform;
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { url: `${receiver.url}?key=hidden`, event_kinds: ['token.changed'] };
    const made = await alice.post('/webhook-subscriptions', body, key);
    const again = await alice.post('/webhook-subscriptions', body, key);
    expect(refusal(again)).toBe('409 idempotency_replay_unavailable');
    const { id, secret } = made.body.data;
    const { secret: sealed } = await db.webhookSubscription.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(sealed).includes(secret)).toBe(false);
    const kept = JSON.stringify([
      await db.auditEntry.findMany({ where: { targetId: id } }),
      await db.idempotencyRecord.findMany(),
      (await alice.get('/webhook-subscriptions')).body,
    ]);
    expect(kept).toContain('webhook.created');
    expect(kept).not.toContain(secret);
    const audits = await db.auditEntry.findMany({ where: { targetId: id } });
    expect(JSON.stringify(audits)).not.toContain('hidden');
  });
});
