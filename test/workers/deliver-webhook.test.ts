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

/** Something happens to the account, and is handed on and sent. */
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

/** Lets the next attempt of everything come. */
async function later(seconds: number): Promise<void> {
  world.clock.advance(seconds);
  await world.settled();
}

/** What the documentation tells receivers to do. */
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

/** A run without the queue, which tests may hold up and hurry. */
const run = (options: SendOptions = {}) =>
  deliverDue(
    createSystemContext(world.platform, 'test'),
    { jobId: newId(), subscriptionId: subscription.id, signal: new AbortController().signal },
    options,
  );

describe('a delivery', () => {
  it('is the event in its envelope, with ids and no secret', async () => {
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

  it('is told from a forged, an altered and an old one by the code in the documentation', async () => {
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

  it('carries a signature of both secrets for a day after a rotation, the newer first', async () => {
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

  it('carries the signature of the present secret alone where the one before cannot be read', async () => {
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

  it('is signed with the two newest secrets after two rotations: the first one ends at once', async () => {
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

  it('is tried eight times within about a day, the same each time, and is exhausted then', async () => {
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

  it('that succeeds at a later attempt is not tried again', async () => {
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

  it('is not sent on where it is redirected', async () => {
    receiver.answer((response) => response.writeHead(307, { Location: '/other' }).end());
    await tells();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await deliveries())[0]).toMatchObject({
      last_response_status: 307,
      last_failure: 'status',
    });
  });

  it('is given up by its receiver for this time when no answer comes in time, or none ends', async () => {
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
    // What the head said counts, however long the rest takes.
    receiver.answer((response) => response.writeHead(200).write('so far'));
    world.clock.advance(240);
    await run({ answerSeconds: 0.05 });
    expect((await deliveries())[0]).toMatchObject({
      ...{ delivery_status: 'succeeded', response_snippet: 'so far' },
    });
  });

  it('shows the beginning of an answer, harmless and without secrets', async () => {
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

describe('a subscription', () => {
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

  it('is disabled by five exhausted deliveries in a row, and what waits is cancelled', async () => {
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

  it('that is answered once in between begins the count anew', async () => {
    failing();
    for (let at = 1; at <= 4; at += 1) await exhaust();
    receiver.answer((response) => response.writeHead(200).end());
    await tells();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 0 });
    failing();
    await exhaust();
    expect(await shown()).toMatchObject({ state: 'active', exhausted_in_a_row: 1 });
  });

  it('that is slow holds up no other', async () => {
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

describe('what was to be sent', () => {
  it('is sent again, with its id and without another count, where the worker was killed', async () => {
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

  it('is given back uncounted where the process stops', async () => {
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

  it('is sent once by two workers at once', async () => {
    for (let at = 0; at < 12; at += 1) await happens(world, { userId: alice.userId });
    await fanOutEvents(world.platform);
    await Promise.all([run(), run(), run()]);
    await world.settled();
    const ids = receiver.received.map(({ body }) => body.delivery_id);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('is cancelled where its owner may not know of it any more', async () => {
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

  it('is cancelled where the account was blocked meanwhile', async () => {
    const { db } = world.platform;
    await happens(world, { userId: alice.userId });
    await fanOutEvents(world.platform);
    await db.user.update({ where: { id: alice.userId }, data: { state: 'blocked' } });
    await world.settled();
    await db.user.update({ where: { id: alice.userId }, data: { state: 'active' } });
    expect(receiver.received).toEqual([]);
    expect((await deliveries())[0]).toMatchObject({ delivery_status: 'cancelled' });
  });

  it('is not sent to a name that has come to lead to this network', async () => {
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

describe('a redelivery', () => {
  const redeliver = (id: string, key: string = randomUUID(), actor: Actor = alice) =>
    actor.post(`/webhook-deliveries/${id}/redeliver`, undefined, { 'Idempotency-Key': key });

  it.each([
    ['with its event', true],
    ['alone', false],
  ])(
    'of what is removed at the same time, %s, is answered as one that there is not',
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

  it('is another delivery of the same event that names the first, once for a key', async () => {
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

  it('is refused while the subscription is disabled, and of what the owner may not know any more', async () => {
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

describe('secrets', () => {
  it('are in no row but sealed, and in no line of the audit log', async () => {
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
