import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Answer, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { refusal } from '../../publishing.js';
import { newDelivery, newSubscription } from '../../webhooks.js';

const world = useWorld({}, { jobs: 'when-settled' });
const GOOD = 'https://hooks.invalid/modport';
let alice: Creator;
let bob: Creator;

beforeAll(async () => {
  alice = await world.creator('alice');
  bob = await world.creator('bob');
});

beforeEach(() => world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } }));

const pathOf = (id: string) => `/beta/webhook-subscriptions/${id}`;
const subscribe = (actor: Actor) =>
  actor.post('/webhook-subscriptions', { url: GOOD, event_kinds: ['mod.updated'] });
const rowOf = (id: string) =>
  world.platform.db.webhookSubscription.findUniqueOrThrow({ where: { id } });
const tagOf = ({ headers }: Answer) => headers.get('etag') ?? '';
const change = (actor: Actor, id: string, etag: string, body: object) =>
  actor.patch(pathOf(id), body, { 'If-Match': etag });

/** Changes a subscription with its current ETag. */
async function changeNow(actor: Actor, id: string, body: object): Promise<Answer> {
  return change(actor, id, tagOf(await actor.get(pathOf(id))), body);
}

describe('PATCH /v1/beta/webhook-subscriptions/{subscription_id}', () => {
  it('a webhook subscription PATCH changes the URL, the events and the description, and keeps the rest', async () => {
    const made = await subscribe(alice);
    const { id, secret: _, ...before } = made.body.data;
    const first = await change(alice, id, tagOf(made), {
      url: 'https://other.invalid/',
      event_kinds: ['file.ready', 'file.ready'],
    });
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        ...before,
        id,
        url: 'https://other.invalid/',
        event_kinds: ['file.ready'],
        updated_at: first.body.data.updated_at,
      },
    ]);
    const second = await change(alice, id, tagOf(first), { description: 'Builds' });
    const third = await change(alice, id, tagOf(second), { description: null });
    expect([second, third].map(({ body }) => body.data.description)).toEqual(['Builds', null]);
    const read = await alice.get(pathOf(id));
    expect([read.body, tagOf(read)]).toEqual([third.body, tagOf(third)]);
  });

  it('a webhook subscription PATCH returns 428 without an ETag, and 412 with the current one for a stale one', async () => {
    const made = await subscribe(alice);
    const { id } = made.body.data;
    expect(refusal(await alice.patch(pathOf(id), {}))).toBe('428 precondition_required');
    const changed = await change(alice, id, tagOf(made), { description: 'New' });
    const late = await change(alice, id, tagOf(made), { description: 'Late' });
    expect([refusal(late), tagOf(late)]).toEqual(['412 precondition_failed', tagOf(changed)]);
    expect((await rowOf(id)).description).toBe('New');
  });

  it('one of three concurrent webhook subscription changes with the same ETag succeeds', async () => {
    const made = await subscribe(alice);
    const { id } = made.body.data;
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((description) => change(alice, id, tagOf(made), { description })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  });

  it('a webhook subscription PATCH without a change returns the same ETag and writes nothing', async () => {
    const made = await subscribe(alice);
    const { id } = made.body.data;
    const before = await rowOf(id);
    const lines = () => world.platform.db.auditEntry.count({ where: { targetId: id } });
    const recorded = await lines();
    for (const body of [
      {},
      { enabled: true },
      { url: GOOD, event_kinds: ['mod.updated'], description: null },
    ]) {
      const same = await change(alice, id, tagOf(made), body);
      expect([same.status, tagOf(same)]).toEqual([200, tagOf(made)]);
    }
    expect(await rowOf(id)).toEqual(before);
    expect(await lines()).toBe(recorded);
  });

  it.each([
    ['a private address', { url: 'https://10.0.0.1/' }, 'url', 'not_allowed'],
    ['a loopback name', { url: 'https://localhost/' }, 'url', 'not_allowed'],
    ['another port', { url: 'https://hooks.example.com:8443/' }, 'url', 'not_allowed'],
    ['no events', { event_kinds: [] }, 'event_kinds', 'too_short'],
    ['an unknown event', { event_kinds: ['mod.exploded'] }, 'event_kinds[0]', 'unknown_value'],
    ['a null address', { url: null }, 'url', 'invalid_type'],
    ['a string in place of a boolean', { enabled: 'no' }, 'enabled', 'invalid_type'],
    ['an unknown member', { state: 'active' }, 'state', 'unknown_member'],
  ])(
    'a webhook subscription PATCH with %s is rejected and names the member',
    async (_, body, field, code) => {
      const made = await subscribe(alice);
      const { id } = made.body.data;
      const refused = await change(alice, id, tagOf(made), body);
      expect(refusal(refused)).toBe('400 invalid_input');
      expect(refused.body.fields).toMatchObject([{ field, code }]);
      expect((await rowOf(id)).revision).toBe(1);
    },
  );

  it('disabling a webhook subscription cancels its waiting deliveries, and enabling resets its count', async () => {
    const { db, clock } = world.platform;
    const exhausted = await newDelivery(world, alice);
    const { subscriptionId: id, eventId } = await db.webhookDelivery.findUniqueOrThrow({
      where: { id: exhausted },
    });
    const waiting = await db.webhookDelivery.create({
      data: {
        ownerId: alice.userId,
        subscriptionId: id,
        eventId,
        nextAttemptAt: clock.now(),
      },
    });
    await db.webhookSubscription.update({ where: { id }, data: { exhaustedInARow: 4 } });
    const off = await changeNow(alice, id, { enabled: false });
    expect(off.body.data).toMatchObject({ state: 'disabled', disabled_reason: 'owner' });
    const { state } = await db.webhookDelivery.findUniqueOrThrow({ where: { id: waiting.id } });
    expect(state).toBe('cancelled');
    await db.webhookSubscription.update({ where: { id }, data: { exhaustedInARow: 5 } });
    const on = await change(alice, id, tagOf(off), { enabled: true });
    expect(on.body.data).toMatchObject({
      state: 'active',
      disabled_reason: null,
      exhausted_in_a_row: 0,
    });
  });

  it('a PATCH of a foreign webhook subscription returns 404, and of a deleted one 410', async () => {
    const made = await subscribe(alice);
    const { id } = made.body.data;
    expect(refusal(await change(bob, id, tagOf(made), {}))).toBe('404 not_found');
    expect((await alice.request('DELETE', pathOf(id))).status).toBe(204);
    expect(refusal(await change(alice, id, tagOf(made), {}))).toBe('410 gone');
  });
});

describe('DELETE /v1/beta/webhook-subscriptions/{subscription_id}', () => {
  it('a DELETE removes a webhook subscription with its secret, and its id then returns 410', async () => {
    const { id } = (await subscribe(alice)).body.data;
    expect((await alice.request('DELETE', pathOf(id))).status).toBe(204);
    expect((await rowOf(id)).secret).toHaveLength(0);
    expect(refusal(await alice.request('DELETE', pathOf(id)))).toBe('410 gone');
    expect(refusal(await alice.get(pathOf(id)))).toBe('410 gone');
    expect((await alice.get('/webhook-subscriptions')).body.data).toEqual([]);
  });

  it('a DELETE of a foreign webhook subscription returns 404 and keeps it', async () => {
    const id = await newSubscription(world, alice);
    expect(refusal(await bob.request('DELETE', pathOf(id)))).toBe('404 not_found');
    expect((await rowOf(id)).state).toBe('active');
  });
});

describe('the limits of webhook subscriptions', () => {
  const { webhookSubscriptionsPerApplication: active, webhookSubscriptionsKept: kept } = LIMITS;
  const stock = (count: number, data: { state: 'active' | 'disabled'; clientId?: string }) =>
    world.platform.db.webhookSubscription.createMany({
      data: Array.from({ length: count }, () => ({
        ownerId: alice.userId,
        url: GOOD,
        secret: new Uint8Array(1),
        ...data,
      })),
    });

  it('the limit of active webhook subscriptions does not count disabled ones, and the problem names it', async () => {
    await stock(active, { state: 'disabled' });
    await stock(active - 1, { state: 'active' });
    expect((await subscribe(alice)).status).toBe(201);
    const refused = await subscribe(alice);
    expect(refusal(refused)).toBe('409 invalid_state');
    expect(refused.body.detail).toContain(`${active} active webhook subscriptions of its own`);
    const german = await alice.post(
      '/webhook-subscriptions',
      { url: GOOD, event_kinds: ['mod.updated'] },
      { 'Accept-Language': 'de' },
    );
    expect(german.body.detail).toContain(`${active} eigene aktive Webhook-Abonnements`);
  });

  it('each application has its own limit of webhook subscriptions', async () => {
    await stock(active, { state: 'active', clientId: 'some-application' });
    expect((await subscribe(alice)).status).toBe(201);
  });

  it('an account has a limit of webhook subscriptions over all applications, and the problem names it', async () => {
    const inAll = LIMITS.webhookSubscriptionsPerAccount;
    await stock(1, { state: 'disabled', clientId: 'application-0' });
    for (let stocked = 0; stocked < inAll - 1; stocked += 1) {
      const clientId = `application-${Math.floor(stocked / active)}`;
      await stock(1, { state: 'active', clientId });
    }
    const made = await subscribe(alice);
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    const refused = await subscribe(alice);
    expect(refusal(refused)).toBe('409 invalid_state');
    expect(refused.body.detail).toContain(
      `${inAll} active webhook subscriptions through all applications`,
    );
    await changeNow(alice, id, { enabled: false });
    expect((await subscribe(alice)).status).toBe(201);
    expect(refusal(await changeNow(alice, id, { enabled: true }))).toBe('409 invalid_state');
  });

  it('enabling a webhook subscription checks the limit again', async () => {
    const id = await newSubscription(world, alice);
    await changeNow(alice, id, { enabled: false });
    await stock(active, { state: 'active' });
    const refused = await changeNow(alice, id, { enabled: true });
    expect(refusal(refused)).toBe('409 invalid_state');
    expect(refused.body.detail).toContain(`${active} active webhook subscriptions`);
    expect((await rowOf(id)).state).toBe('disabled');
  });

  it('the limit of stored webhook subscriptions counts disabled ones, so that rows do not pile up', async () => {
    await stock(kept, { state: 'disabled' });
    const refused = await subscribe(alice);
    expect(refusal(refused)).toBe('409 invalid_state');
    expect(refused.body.detail).toContain(`already have ${kept} webhook subscriptions`);
  });

  it('a GraphQL error names the limit of webhook subscriptions', async () => {
    await stock(active, { state: 'active' });
    const { body }: { body: Json } = await alice.graphql(
      `mutation { createWebhookSubscription(input: { url: "${GOOD}", eventKinds: ["mod.updated"] }) { id } }`,
    );
    expect(body.errors[0].message).toContain(`${active} active webhook subscriptions`);
  });
});
